import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SimProcess } from './process.ts';
import { EPOCH_MS } from './process-clock.ts';
import { SmallKernel } from './small-kernel.test-suite.ts';

/** A process, and the virtual times at which its timers fired. */
function started(seed = 1): {
  readonly kernel: SmallKernel;
  readonly process: SimProcess;
  readonly fired: string[];
  readonly timer: (name: string, ms: number) => number;
} {
  const kernel = new SmallKernel({ seed });
  const process = kernel.process('server-1');
  const fired: string[] = [];
  const timer = (name: string, ms: number): number =>
    process.clock.setTimeout(() => fired.push(`${name}@${kernel.nowMs}`), ms);
  return { kernel, process, fired, timer };
}

describe('the clock of a process', () => {
  it('H3: its Date is virtual time from a fixed day on, wherever it is kept', async () => {
    const { kernel, process } = started();
    const { Date: held } = process.clock;
    const read: number[] = [];
    for (const atMs of [5, 1_500]) {
      kernel.world(atMs, () => read.push(held.now(), new process.clock.Date().getTime()));
    }
    await kernel.all();
    expect(read).toEqual([5, 5, 1_500, 1_500].map((ms) => EPOCH_MS + ms));
    expect(new held(0).toISOString()).toBe('1970-01-01T00:00:00.000Z');
    expect(new held() instanceof process.clock.Date).toBe(true);
  });

  it('H3: two processes step apart', async () => {
    const { kernel, process } = started();
    const other = kernel.process('server-2');
    process.clock.step(180_000);
    other.clock.step(-500);
    expect(process.clock.Date.now() - EPOCH_MS).toBe(180_000);
    expect(other.clock.Date.now() - EPOCH_MS).toBe(-500);
  });

  it('H3: a step of the wall clock moves Date and no timer', async () => {
    const { kernel, process, fired, timer } = started();
    const read: number[] = [];
    timer('a', 100);
    kernel.world(40, () => process.clock.step(-3_600_000));
    kernel.world(50, () => {
      read.push(process.clock.Date.now() - EPOCH_MS);
      timer('b', 100);
    });
    kernel.world(60, () => process.clock.step(3_600_000 + 7));
    kernel.world(70, () => read.push(process.clock.Date.now() - EPOCH_MS));
    await kernel.all();
    expect(read).toEqual([50 - 3_600_000, 77]);
    expect(fired).toEqual(['a@100', 'b@150']);
  });

  it('H3: timers fire by deadline, and of equal deadlines in the order of setting, whatever is chosen', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const { kernel, fired, timer } = started(seed);
      for (const [name, ms] of [
        ['c', 20],
        ['a', 10],
        ['d', 20],
        ['b', 10],
        ['e', 20],
      ] as const) {
        timer(name, ms);
      }
      await kernel.all();
      expect(fired).toEqual(['a@10', 'b@10', 'c@20', 'd@20', 'e@20']);
    }
  });

  it('H3: a cleared timer does not fire, and takes no other one with it', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const { kernel, process, fired, timer } = started(seed);
      let b = 0;
      process.clock.setTimeout(() => process.clock.clearTimeout(b), 10);
      b = timer('b', 10);
      timer('late', 5_000);
      process.clock.clearTimeout(timer('never', 10));
      process.clock.clearTimeout(12_345);
      await kernel.all();
      expect(fired).toEqual(['late@5000']);
    }
  });

  it.each([
    ['zero', 0, 1],
    ['negative', -50, 1],
    ['no number', Number.NaN, 1],
    ['infinite', Number.POSITIVE_INFINITY, 1],
    ['too long', 2 ** 31, 1],
    ['the longest', 2 ** 31 - 1, 2 ** 31 - 1],
    ['broken', 12.9, 12],
  ])('H3: a delay that is %s counts as Node counts it', async (_what, ms, expected) => {
    const { kernel, fired, timer } = started();
    timer('t', ms);
    await kernel.all();
    expect(fired).toEqual([`t@${expected}`]);
  });

  it.each([
    [250, 'fast', ['a@800', 'b@1600']],
    [-200, 'slow', ['a@1250', 'b@2500']],
  ])(
    'H3: a drift of %d per mille stretches timers and Date: %s',
    async (perMille, _what, times) => {
      const { kernel, process, fired, timer } = started();
      process.clock.drift(perMille);
      timer('b', 2_000);
      timer('a', 1_000);
      let read = 0;
      kernel.world(10_000, () => {
        read = process.clock.Date.now() - EPOCH_MS;
      });
      await kernel.all();
      expect(fired).toEqual(times);
      expect(read).toBe(10_000 + 10 * perMille);
    },
  );

  it('H3: a drift counts from now on: the time before it stays as it was, and what waits is stretched', async () => {
    const { kernel, process, fired, timer } = started();
    const read: number[] = [];
    timer('a', 2_000);
    kernel.world(1_000, () => {
      process.clock.drift(-500);
      read.push(process.clock.Date.now() - EPOCH_MS);
    });
    kernel.world(2_000, () => timer('b', 250));
    kernel.world(5_000, () => process.clock.drift(0));
    kernel.world(6_000, () => read.push(process.clock.Date.now() - EPOCH_MS));
    await kernel.all();
    expect(fired).toEqual(['b@2500', 'a@3000']);
    expect(read).toEqual([1_000, 1_000 + 2_000 + 1_000]);
  });

  it('H3: no timer is early on its own clock, under any drift', async () => {
    const drifts = fc.array(fc.integer({ min: -900, max: 2_000 }), { minLength: 1, maxLength: 4 });
    const delays = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(drifts, delays, async (changes, waits) => {
        const { kernel, process } = started();
        const early: number[] = [];
        let left = 0;
        const read = (): number => process.clock.Date.now();
        changes.forEach((drift, i) => kernel.world(i * 300, () => process.clock.drift(drift)));
        waits.forEach((ms, i) =>
          kernel.world(i * 170, () => {
            const due = read() + ms;
            left++;
            process.clock.setTimeout(() => {
              left--;
              if (read() < due) early.push(due - read());
            }, ms);
          }),
        );
        await kernel.all();
        expect({ early, left }).toEqual({ early: [], left: 0 });
      }),
      { seed: 7, numRuns: 60 },
    );
  });

  it('H3: a process that starts late, and a restarted one, count from their own start', async () => {
    const { kernel } = started();
    const read: number[] = [];
    kernel.world(1_000, () => {
      const late = kernel.process('server-1');
      late.clock.setTimeout(() => read.push(kernel.nowMs, late.clock.Date.now() - EPOCH_MS), 500);
    });
    await kernel.all();
    expect(read).toEqual([1_500, 1_500]);
  });

  it('H3: timers of a process that has crashed never fire', async () => {
    const { kernel, process, fired, timer } = started();
    timer('before', 10);
    timer('after', 30);
    kernel.world(20, () => {
      process.alive = false;
    });
    kernel.world(25, () => timer('set by the dead', 10));
    await kernel.all();
    expect(fired).toEqual(['before@10']);
  });

  it('H3: timers that came due while a process was paused fire when it wakes, in their order', async () => {
    for (let seed = 0; seed < 10; seed++) {
      const { kernel, process, fired, timer } = started(seed);
      timer('b', 200);
      timer('a', 100);
      timer('c', 900);
      kernel.world(50, () => {
        process.paused = true;
      });
      kernel.world(500, () => {
        process.paused = false;
        kernel.release(process.deferred.splice(0));
      });
      await kernel.all();
      expect(fired).toEqual(['a@500', 'b@500', 'c@900']);
    }
  });

  it('H3: sleeps end in the order of their ends', async () => {
    const { kernel, process } = started();
    const order: string[] = [];
    const sleeper = async (name: string, ms: number): Promise<void> => {
      await process.clock.sleep(ms);
      order.push(`${name}@${kernel.nowMs}`);
    };
    kernel.in(process, 5, () => {
      void Promise.all([sleeper('b', 20), sleeper('a', 10)]);
    });
    await kernel.all();
    expect(order).toEqual(['a@15', 'b@25']);
  });
});
