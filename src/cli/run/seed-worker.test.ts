import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../sim/plan/scenario.ts';
import { namedScenarios } from '../scenario-files.ts';
import { runSeedTask } from './seed-worker.ts';

const task = (scenario: Scenario) => ({
  scenario,
  variant: null,
  storeFolder: null,
  shape: 'coordinator' as const,
  range: { base: 0, from: 1, to: 3 },
  traceFolder: null,
});

const [flaps] = namedScenarios(['host-flaps']).map(({ scenario }) => scenario);
if (flaps === undefined) throw new Error('no scenario');

describe('H6: a task of a worker thread', () => {
  it('comes back with the sums of its runs', async () => {
    const { tally, bug } = await runSeedTask(task(flaps));
    expect(bug).toBeNull();
    expect(tally).toMatchObject({ runs: 3, failures: [] });
  });

  it('comes back with a bug of the harness, and the run in which it shows', async () => {
    const { plan } = flaps;
    const nobody = { atMs: 1, who: 'member', member: 'nobody', does: 'close' } as const;
    const broken = { ...flaps, plan: { ...plan, steps: [nobody, ...plan.steps] } };
    const { tally, bug } = await runSeedTask(task(broken));
    expect(tally.runs).toBe(0);
    expect(bug).toMatch(/^in host-flaps:\d+:random:[0-9a-f]{8}\n/);
    expect(bug).toContain('nobody');
  });
});
