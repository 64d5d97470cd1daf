import { afterEach, describe, expect, it } from 'vitest';
import { installAmbient } from './ambient.ts';
import { foreign } from './foreign-code.test-suite.ts';
import { EPOCH_MS } from './process-clock.ts';
import { SmallKernel } from './small-kernel.test-suite.ts';

const GLOBALS = '[Date, setTimeout, clearTimeout, Math.random]';
const REAL = foreign(GLOBALS);

/** Long ago on the real clock, and far from it. */
const isVirtual = (ms: unknown): boolean => typeof ms === 'number' && ms - EPOCH_MS < 1_000_000;

let undo: (() => void) | null = null;
function installed(kernel: SmallKernel): SmallKernel {
  undo = installAmbient(kernel);
  return kernel;
}

afterEach(() => {
  undo?.();
  undo = null;
});

describe('ambient globals', () => {
  it('H3: are virtual in a step of a process', async () => {
    const kernel = installed(new SmallKernel());
    const process = kernel.process('server-1');
    process.clock.step(250);
    const read: unknown[] = [];
    kernel.in(process, 1_000, () => {
      read.push(
        foreign('Date.now()'),
        foreign('new Date().getTime()'),
        foreign('Date.UTC(1970, 0)'),
      );
      read.push(foreign('new Date(5).getTime()'), foreign('new Date() instanceof Date'));
      read.push(foreign('typeof Date()'));
    });
    await kernel.all();
    const now = EPOCH_MS + 1_250;
    expect(read).toEqual([now, now, 0, 5, true, 'string']);
  });

  it('H3: are each process’s own, and follow the code over its awaits', async () => {
    const kernel = installed(new SmallKernel());
    const read: string[] = [];
    for (const [lane, offset] of [
      ['server-1', 0],
      ['server-2', 180_000],
    ] as const) {
      const process = kernel.process(lane);
      process.clock.step(offset);
      const work = async (): Promise<void> => {
        await process.clock.sleep(10);
        await Promise.resolve();
        read.push(`${lane} ${Number(foreign('Date.now()')) - EPOCH_MS}`);
      };
      kernel.in(process, 0, () => {
        void work();
      });
    }
    await kernel.all();
    expect(read.toSorted()).toEqual(['server-1 10', 'server-2 180010']);
  });

  it('H3: setTimeout takes what Node’s takes, and gives what can be cleared', async () => {
    const kernel = installed(new SmallKernel());
    const process = kernel.process('server-1');
    const told: unknown[] = [];
    const program = (text: string): unknown => {
      const run = foreign(`(tell) => { ${text} }`);
      return typeof run === 'function'
        ? Reflect.apply(run, undefined, [(what: unknown) => told.push(what, kernel.nowMs)])
        : null;
    };
    kernel.in(process, 100, () => {
      program('setTimeout(tell, 50, "with an argument").unref()');
      program(
        'const t = setTimeout(tell, 20, "cleared"); clearTimeout(t); clearTimeout(undefined)',
      );
      program('setTimeout(() => tell("no delay"))');
    });
    await kernel.all();
    expect(told).toEqual(['no delay', 101, 'with an argument', 150]);
  });

  it('H1: Math.random is a choice', async () => {
    const drawn = async (seed: number): Promise<unknown> => {
      const kernel = installed(new SmallKernel({ seed }));
      let value: unknown = null;
      kernel.in(kernel.process('server-1'), 1, () => {
        value = foreign('Math.random()');
      });
      await kernel.all();
      undo?.();
      expect(kernel.choices.length).toBe(1);
      return value;
    };
    const first = await drawn(1);
    expect(await drawn(1)).toBe(first);
    expect(await drawn(2)).not.toBe(first);
    expect(Number(first)).toBeGreaterThanOrEqual(0);
    expect(Number(first)).toBeLessThan(1);
  });

  it('H3: are the real ones outside of steps and in the world', async () => {
    const kernel = installed(new SmallKernel());
    const read: unknown[] = [];
    kernel.world(1, () => read.push(foreign('Date.now()')));
    await kernel.all();
    read.push(foreign('Date.now()'), foreign('new Date().getTime()'));
    expect(read.filter(isVirtual)).toEqual([]);
    expect(await foreign('new Promise((resolve) => setTimeout(resolve, 1, "real"))')).toBe('real');
    const cleared =
      'new Promise((resolve, reject) => { clearTimeout(setTimeout(reject, 1)); setTimeout(resolve, 5) })';
    await expect(foreign(cleared)).resolves.toBeUndefined();
    expect(kernel.choices.length).toBe(0);
    foreign('Math.random()');
    expect(kernel.choices.length).toBe(0);
  });

  it('H3: are gone when they are taken away, and are what they were', () => {
    installed(new SmallKernel());
    expect(foreign(GLOBALS)).not.toEqual(REAL);
    undo?.();
    expect(foreign(GLOBALS)).toEqual(REAL);
  });
});
