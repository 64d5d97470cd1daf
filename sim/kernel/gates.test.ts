import { describe, expect, it } from 'vitest';
import type { Hold } from './gates.ts';
import type { Step } from './step.ts';
import { SmallKernel } from './small-kernel.test-suite.ts';

const HOLD: Omit<Hold, 'until'> = { process: 'worker-2', before: 'commit', fromMs: 10 };

/** What happened, when; steps of `[atMs, lane, operation]`. */
async function happened(
  gates: readonly Hold[],
  steps: readonly (readonly [number, string, string])[],
): Promise<{ readonly seen: readonly string[]; readonly kernel: SmallKernel }> {
  const kernel = new SmallKernel({ gates });
  const seen: string[] = [];
  for (const [atMs, lane, operation] of steps) {
    kernel.at(atMs, lane, operation, null, () =>
      seen.push(`${lane} ${operation} @${kernel.nowMs}`),
    );
  }
  for (const time of kernel.gates.times) kernel.at(time, 'world', 'hold over', null, () => {});
  await kernel.all();
  return { seen, kernel };
}

describe('holds', () => {
  it('hold the first matching step from their time on until another has happened, and only that one', async () => {
    const until = { kind: 'step', process: 'worker-1', operation: 'commit' } as const;
    const { seen, kernel } = await happened(
      [{ ...HOLD, until }],
      [
        [5, 'worker-2', 'commit'],
        [20, 'worker-2', 'load'],
        [20, 'worker-2', 'commit'],
        [25, 'worker-2', 'commit'],
        [30, 'worker-1', 'load'],
        [40, 'worker-1', 'commit'],
      ],
    );
    expect(seen).toEqual([
      'worker-2 commit @5',
      'worker-2 load @20',
      'worker-2 commit @25',
      'worker-1 load @30',
      'worker-1 commit @40',
      'worker-2 commit @40',
    ]);
    expect(kernel.gates.unreached()).toEqual([]);
  });

  it('H5: catch what comes in the place of a step that was cancelled while they held it', async () => {
    const kernel = new SmallKernel({ gates: [{ ...HOLD, until: { kind: 'time', atMs: 60 } }] });
    const seen: number[] = [];
    const commit = (atMs: number): Step =>
      kernel.at(atMs, 'worker-2', 'commit', null, () => seen.push(kernel.nowMs));
    const first = commit(20);
    kernel.world(30, () => {
      first.cancelled = true;
      commit(40);
    });
    kernel.at(60, 'world', 'hold over', null, () => {});
    await kernel.all();
    expect(seen).toEqual([60]);
    expect(kernel.gates.unreached()).toEqual([]);
  });

  it('end at their time', async () => {
    const { seen, kernel } = await happened(
      [{ ...HOLD, until: { kind: 'time', atMs: 60 } }],
      [[20, 'worker-2', 'commit']],
    );
    expect(seen).toEqual(['worker-2 commit @60']);
    expect(kernel.gates.unreached()).toEqual([]);
  });

  it('that catch nothing are unreached, also if what they are for comes after their time', async () => {
    const gate: Hold = { ...HOLD, until: { kind: 'time', atMs: 60 } };
    const { seen, kernel } = await happened([gate], [[61, 'worker-2', 'commit']]);
    expect(seen).toEqual(['worker-2 commit @61']);
    expect(kernel.gates.unreached()).toEqual([gate]);
  });

  it('that are never released are unreached, and let go when abandoned', async () => {
    const until = { kind: 'step', process: 'worker-1', operation: 'commit' } as const;
    const gate: Hold = { ...HOLD, until };
    const { seen, kernel } = await happened([gate], [[20, 'worker-2', 'commit']]);
    expect(seen).toEqual([]);
    kernel.release(kernel.gates.abandon());
    await kernel.all();
    expect(seen).toEqual(['worker-2 commit @20']);
    expect(kernel.gates.unreached()).toEqual([gate]);
  });

  it('hold no longer once abandoned', async () => {
    const gate: Hold = { ...HOLD, until: { kind: 'time', atMs: 1_000 } };
    const kernel = new SmallKernel({ gates: [gate] });
    let at = -1;
    kernel.world(15, () => kernel.release(kernel.gates.abandon()));
    kernel.at(20, 'worker-2', 'commit', null, () => {
      at = kernel.nowMs;
    });
    await kernel.all();
    expect(at).toBe(20);
  });

  it('a held step of a process that crashes meanwhile is lost', async () => {
    const kernel = new SmallKernel({ gates: [{ ...HOLD, until: { kind: 'time', atMs: 60 } }] });
    const process = kernel.process('worker-2');
    let ran = false;
    kernel.at(20, 'worker-2', 'commit', process, () => {
      ran = true;
    });
    kernel.world(30, () => {
      process.alive = false;
    });
    kernel.world(60, () => {});
    await kernel.all();
    expect(ran).toBe(false);
    expect(kernel.gates.unreached()).toEqual([]);
  });
});
