/** The same lobby under the same plans, driven by the kernel and by fast-check's scheduler, with invariants and without. */
import { INVARIANTS } from '../../sim/invariants/all.ts';
import type { Invariant } from '../../sim/invariants/invariant.ts';
import { planOf } from '../../sim/plan/generate.ts';
import { seedOf } from '../../sim/plan/seeds.ts';
import { atLeast, type Measure, overRounds } from '../measure/claim.ts';
import { timedRounds } from '../measure/rounds.ts';
import { scenarioNamed } from '../measure/scenarios.ts';
import { spreadOf } from '../measure/spread.ts';
import { stepsUnderFastCheck } from './fc-driver.ts';
import { stepsUnderKernel } from './kernel-driver.ts';
import type { PlannedRun } from './lobby-run.ts';

const SCENARIOS = ['random-lease', 'random-immediate', 'random-rollover', 'lossy-network'];
const SEEDS = 8;
const ROUNDS = { rounds: 9, warmups: 3 };

export async function measureKernel(): Promise<readonly Measure[]> {
  const runs = SCENARIOS.flatMap(plannedRuns);
  const full = await rates(runs, INVARIANTS);
  const bare = await rates(runs, []);
  return [
    overRounds(
      'kernel.ratio',
      'steps/s of the kernel against fast-check’s scheduler, all invariants',
      spreadOf(full.map(({ kernel, fastCheck }) => kernel / fastCheck)),
      atLeast(5),
    ),
    overRounds(
      'kernel.bareRatio',
      'the same without invariants',
      spreadOf(bare.map(({ kernel, fastCheck }) => kernel / fastCheck)),
      atLeast(10),
    ),
    overRounds(
      'kernel.stepsPerSecond',
      'steps/s of the kernel, all invariants',
      spreadOf(full.map(({ kernel }) => kernel)),
    ),
    overRounds(
      'kernel.bareStepsPerSecond',
      'the same without invariants',
      spreadOf(bare.map(({ kernel }) => kernel)),
    ),
    overRounds(
      'kernel.fastCheckStepsPerSecond',
      'steps/s of fast-check’s scheduler, all invariants',
      spreadOf(full.map(({ fastCheck }) => fastCheck)),
    ),
  ];
}

function plannedRuns(name: string): readonly PlannedRun[] {
  const scenario = scenarioNamed(name);
  return Array.from({ length: SEEDS }, (_, index) => {
    const seed = seedOf(1, name, index + 1);
    return { name: `${name}:${seed}`, seed, plan: planOf(scenario, seed) };
  });
}

interface Rates {
  readonly kernel: number;
  readonly fastCheck: number;
}

/** Steps per second of each round. */
async function rates(
  runs: readonly PlannedRun[],
  invariants: readonly Invariant[],
): Promise<readonly Rates[]> {
  const steps = { kernel: 0, fastCheck: 0 };
  const times = await timedRounds(
    {
      kernel: async () => {
        steps.kernel = await stepsUnderKernel(runs, invariants);
      },
      fastCheck: async () => {
        steps.fastCheck = await stepsUnderFastCheck(runs, invariants);
      },
    },
    ROUNDS,
  );
  return times.map(({ kernel, fastCheck }) => ({
    kernel: (steps.kernel * 1_000) / kernel,
    fastCheck: (steps.fastCheck * 1_000) / fastCheck,
  }));
}
