import { describe, expect, it } from 'vitest';
import { LeakError } from './leak-error.ts';
import { SmallKernel } from './small-kernel.test-suite.ts';

/** A port call that ends after so long, in the process. */
const call = (
  kernel: SmallKernel,
  process: ReturnType<SmallKernel['process']>,
  operation: string,
  ms: number,
): Promise<string> =>
  kernel.promise(process, (resolve) => {
    kernel.after(ms, process.lane, operation, process, () => resolve(operation));
  });

const operations = (kernel: SmallKernel): readonly string[] =>
  Array.from({ length: kernel.trace.length }, (_, i) => {
    const { lane, operation, atMs } = kernel.trace.event(i);
    return `${lane} ${operation} @${atMs}`;
  });

describe('the kernel', () => {
  it('H3: virtual time goes from event to event, and never back', async () => {
    const kernel = new SmallKernel();
    const seen: number[] = [];
    for (const atMs of [500, 3, 3, 86_400_000]) kernel.world(atMs, () => seen.push(kernel.nowMs));
    kernel.world(100, () => kernel.at(50, 'world', 'late', null, () => seen.push(kernel.nowMs)));
    await kernel.all();
    expect(seen).toEqual([3, 3, 100, 500, 86_400_000]);
  });

  it('H1: which of the ready steps goes first is a choice; all of them go', async () => {
    const orders = new Set<string>();
    for (let seed = 0; seed < 40; seed++) {
      const kernel = new SmallKernel({ seed });
      for (const lane of ['a', 'b', 'c']) kernel.at(0, lane, 'go', null, () => {});
      await kernel.all();
      orders.add(operations(kernel).join());
    }
    expect(orders.size).toBe(6);
  });

  it('H5: each await of a port call is a scheduling point, in Promise.all, in nested functions and in for await', async () => {
    const kernel = new SmallKernel({ seed: 4 });
    const process = kernel.process('server-1');
    const got: string[] = [];
    async function* feed(): AsyncGenerator<string> {
      for (const ms of [1, 2]) yield await call(kernel, process, `feed ${ms}`, ms);
    }
    const nested = async (): Promise<string> => {
      await Promise.resolve();
      return call(kernel, process, 'nested', 2);
    };
    const work = async (): Promise<void> => {
      const [a, b] = await Promise.all([call(kernel, process, 'slow', 9), nested()]);
      got.push(a, b);
      for await (const each of feed()) got.push(each);
      got.push(await Promise.race([call(kernel, process, 'x', 5), call(kernel, process, 'y', 4)]));
    };
    kernel.in(process, 0, () => {
      void work();
    });
    await kernel.all();
    expect(got).toEqual(['slow', 'nested', 'feed 1', 'feed 2', 'y']);
    expect(operations(kernel)).toEqual([
      'server-1 act @0',
      'server-1 nested @2',
      'server-1 slow @9',
      'server-1 feed 1 @10',
      'server-1 feed 2 @12',
      'server-1 y @16',
      'server-1 x @17',
    ]);
  });

  it('H5: one await more changes nothing of the trace', async () => {
    const traceOf = async (awaits: number): Promise<bigint> => {
      const kernel = new SmallKernel({ seed: 9 });
      for (const lane of ['server-1', 'server-2']) {
        const process = kernel.process(lane);
        const work = async (): Promise<void> => {
          for (let round = 0; round < 20; round++) {
            await Promise.all([call(kernel, process, 'load', 1), call(kernel, process, 'save', 1)]);
            for (let i = 0; i < awaits; i++) await Promise.resolve();
          }
        };
        kernel.in(process, 0, () => {
          void work();
        });
      }
      await kernel.all();
      return kernel.trace.digest.value();
    };
    expect(await traceOf(1)).toBe(await traceOf(0));
    expect(await traceOf(5)).toBe(await traceOf(0));
  });

  it('H5: what a crashed process awaited never settles, and not even its finally runs', async () => {
    const kernel = new SmallKernel();
    const process = kernel.process('worker-1');
    const ran: string[] = [];
    const work = async (): Promise<void> => {
      try {
        await call(kernel, process, 'commit', 10);
        ran.push('after');
      } catch {
        ran.push('catch');
      } finally {
        ran.push('finally');
      }
    };
    kernel.in(process, 0, () => {
      void work();
    });
    kernel.world(5, () => {
      process.alive = false;
    });
    kernel.world(50, () => {
      void call(kernel, process, 'load', 1).finally(() => ran.push('a call of the dead'));
    });
    await kernel.all();
    expect(ran).toEqual([]);
    expect(operations(kernel)).not.toContain('worker-1 commit @10');
  });

  it('H5: a port call outside a step is a leak, told as well as thrown, with lane and operation', async () => {
    const kernel = new SmallKernel();
    kernel.world(1, () => {});
    await kernel.all();
    expect(() => kernel.after(1, 'worker-2', 'commit', null, () => {})).toThrow(LeakError);
    const [leak] = kernel.thrown;
    expect(leak?.where).toBe('system');
    expect(String(leak?.error)).toContain('worker-2: "commit" was called outside a step');
  });

  it('H5: a call that comes after the run is over harms nobody', async () => {
    const kernel = new SmallKernel();
    kernel.world(1, () => {});
    await kernel.all();
    kernel.close();
    let ran = false;
    kernel.after(0, 'worker-2', 'commit', null, () => {
      ran = true;
    });
    await kernel.all();
    expect([ran, kernel.thrown]).toEqual([false, []]);
  });

  it('H4: an error is the system’s in a process, the harness’s in the world, and the system’s where the world has entered it', async () => {
    const kernel = new SmallKernel();
    const process = kernel.process('server-1');
    const fail = (message: string) => (): never => {
      throw new Error(message);
    };
    kernel.in(process, 1, fail('own'));
    kernel.world(2, fail('world'));
    kernel.world(3, () => {
      kernel.enter(process);
      expect(kernel.currentProcess).toBe(process);
      fail('entered')();
    });
    kernel.in(process, 4, () => {
      try {
        kernel.guard(fail('guarded'));
      } catch {
        // Code under test may swallow what it is thrown.
      }
    });
    await kernel.all();
    expect(kernel.currentProcess).toBeNull();
    expect(kernel.thrown.map(({ error, where }) => `${where}: ${String(error)}`)).toEqual([
      'system: Error: own',
      'harness: Error: world',
      'system: Error: entered',
      'harness: Error: guarded',
    ]);
  });

  it('has a bound on its steps: what spins without time passing is told', async () => {
    const kernel = new SmallKernel({ maxSteps: 100 });
    const spin = (): void => {
      kernel.after(0, 'worker-1', 'load', null, spin);
    };
    kernel.world(7, spin);
    await kernel.all();
    expect(kernel.spun).toEqual([
      'the run did not end within 100 steps; at 7 ms worker-1 is about to load',
    ]);
    expect(kernel.trace.length).toBe(100);
  });

  it('does nothing after a stop, not even what is ready', async () => {
    const kernel = new SmallKernel();
    kernel.world(1, () => kernel.stop());
    kernel.world(2, () => {});
    await kernel.all();
    expect(kernel.trace.length).toBe(1);
  });

  it('refuses a time that is none, before it stops all time', async () => {
    const kernel = new SmallKernel();
    expect(() => kernel.at(Number.NaN, 'world', 'act', null, () => {})).toThrow(RangeError);
  });

  it('H2: an event knows what asked for it', async () => {
    const kernel = new SmallKernel();
    kernel.world(1, () => kernel.after(10, 'a', 'child', null, () => {}));
    kernel.world(5, () => {});
    await kernel.all();
    const { operation, cause } = kernel.trace.event(2);
    expect([operation, cause]).toEqual(['child', 0]);
    expect(kernel.trace.event(0).cause).toBe(-1);
  });
});
