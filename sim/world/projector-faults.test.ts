import { describe, expect, it } from 'vitest';
import { SmallKernel } from '../kernel/small-kernel.test-suite.ts';
import type { FaultRates } from '../plan/plan.ts';
import type { Poll } from '../system-under-test.ts';
import { ProjectorFaults } from './projector-faults.ts';
import { RunFaults } from './run-faults.ts';

interface Waiting {
  readonly kernel: SmallKernel;
  readonly faults: RunFaults;
  readonly poll: Poll<number>;
  readonly acted: () => object;
}

/** A worker's wait; there is something to take all the while. */
function waiting(rates: FaultRates, operation = 'project', rebuilt = true): Waiting {
  const kernel = new SmallKernel();
  const faults = new RunFaults(rates, kernel.choices);
  const poll = new ProjectorFaults(kernel, faults, () => rebuilt).over<number>({
    operation,
    waitMs: 30_000,
    ready: () => true,
    againMs: () => null,
    take: () => 1,
    nothing: () => 0,
    unavailable: () => new Error('unavailable'),
  });
  return { kernel, faults, poll, acted: () => Object.fromEntries(faults.acted) };
}

const ALWAYS: FaultRates = { 'projector-lag': 1_000 };

describe('P27: faults of a projector', () => {
  it('P27: one that lags leaves its log alone for a while, and then takes what there is', async () => {
    const { kernel, poll, acted } = waiting(ALWAYS);
    expect(poll.take()).toBeNull();
    expect(poll.ready()).toBe(false);
    const leftMs = poll.againMs() ?? 0;
    expect(leftMs).toBeGreaterThan(0);
    let taken: number | null = null;
    kernel.after(leftMs, 'worker-1', 'project', null, () => {
      taken = poll.take();
    });
    await kernel.all();
    expect(taken).toBe(1);
    expect(acted()).toEqual({ 'projector-lag': 1 });
  });

  it('H6: one that lags goes on when faults stop', () => {
    const { faults, poll } = waiting(ALWAYS);
    poll.take();
    faults.stop();
    expect(poll.ready()).toBe(true);
    expect(poll.take()).toBe(1);
  });

  it('P27: a projection is thrown away and built again before more is projected', () => {
    const { poll, acted } = waiting({ 'projection-rebuild': 1_000 });
    expect(poll.take()).toBe(1);
    expect(acted()).toEqual({ 'projection-rebuild': 1 });
  });

  it('H7: a rebuild of nothing is not counted', () => {
    const { poll, acted } = waiting({ 'projection-rebuild': 1_000 }, 'project', false);
    expect(poll.take()).toBe(1);
    expect(acted()).toEqual({});
  });

  it('P27: other waits of a worker are left alone', () => {
    const { poll, acted } = waiting({ ...ALWAYS, 'projection-rebuild': 1_000 }, 'claim');
    expect(poll.take()).toBe(1);
    expect(acted()).toEqual({});
  });
});
