/** The same workloads driven by the kernel and by fast-check's scheduler. */
import { INVARIANTS } from '../../sim/invariants/all.ts';
import type { Invariant } from '../../sim/invariants/invariant.ts';
import { seedOf } from '../../sim/plan/seeds.ts';
import { atLeast, type Measure, overRounds } from '../measure/claim.ts';
import { timedRounds } from '../measure/rounds.ts';
import { scenarioNamed } from '../measure/scenarios.ts';
import { spreadOf } from '../measure/spread.ts';
import { BareWorkload } from './bare-workload.ts';
import { stepsUnderFastCheck } from './fc-driver.ts';
import { stepsUnderKernel } from './kernel-driver.ts';
import { LobbyWorkload } from './lobby-workload.ts';
import type { Workload } from './workload.ts';

const SCENARIOS = ['random-lease', 'random-immediate', 'random-rollover', 'lossy-network'];
const SEEDS = Array.from({ length: 5 }, (_, i) => i + 1);
const ROUNDS = { rounds: 11, warmups: 4 };

export async function measureKernel(): Promise<readonly Measure[]> {
  const full = await rates(lobbies(INVARIANTS));
  const bare = await rates(lobbies([]));
  const alone = await rates(SEEDS.map((seed) => new BareWorkload(seed)));
  return [
    overRounds(
      'kernel.ratio',
      'lobby, all invariants: steps/s of the kernel against fast-check’s scheduler',
      spreadOf(full.map(({ kernel, waitIdle }) => kernel / waitIdle)),
      atLeast(5),
    ),
    overRounds(
      'kernel.bareRatio',
      'the same without invariants',
      spreadOf(bare.map(({ kernel, waitIdle }) => kernel / waitIdle)),
      atLeast(10),
    ),
    overRounds(
      'kernel.aloneRatio',
      'the same without a lobby: port calls only',
      spreadOf(alone.map(({ kernel, waitIdle }) => kernel / waitIdle)),
    ),
    overRounds(
      'kernel.tunedRatio',
      'lobby, all invariants: against the scheduler in a tuned loop',
      spreadOf(full.map(({ kernel, tuned }) => kernel / tuned)),
    ),
    overRounds(
      'kernel.stepsPerSecond',
      'lobby, all invariants: steps/s of the kernel',
      spreadOf(full.map(({ kernel }) => kernel)),
    ),
    overRounds(
      'kernel.bareStepsPerSecond',
      'the same without invariants',
      spreadOf(bare.map(({ kernel }) => kernel)),
    ),
    overRounds(
      'kernel.aloneStepsPerSecond',
      'the same without a lobby',
      spreadOf(alone.map(({ kernel }) => kernel)),
    ),
  ];
}

const lobbies = (invariants: readonly Invariant[]): readonly Workload[] =>
  SCENARIOS.map(scenarioNamed).flatMap((scenario) =>
    SEEDS.map((index) => new LobbyWorkload(scenario, seedOf(1, scenario.name, index), invariants)),
  );

interface Rates {
  readonly kernel: number;
  readonly waitIdle: number;
  readonly tuned: number;
}

/** Steps per second of each round. */
async function rates(workloads: readonly Workload[]): Promise<readonly Rates[]> {
  const steps = { kernel: 0, waitIdle: 0, tuned: 0 };
  const times = await timedRounds(
    {
      kernel: async () => {
        steps.kernel = await stepsUnderKernel(workloads);
      },
      waitIdle: async () => {
        steps.waitIdle = await stepsUnderFastCheck(workloads, 'wait-idle');
      },
      tuned: async () => {
        steps.tuned = await stepsUnderFastCheck(workloads, 'tuned');
      },
    },
    ROUNDS,
  );
  return times.map(({ kernel, waitIdle, tuned }) => ({
    kernel: (steps.kernel * 1_000) / kernel,
    waitIdle: (steps.waitIdle * 1_000) / waitIdle,
    tuned: (steps.tuned * 1_000) / tuned,
  }));
}
