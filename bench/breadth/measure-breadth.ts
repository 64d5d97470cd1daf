/** What it costs to watch and break as much as is done now, against what the foundation watched and broke. */
import { INVARIANTS } from '../../sim/invariants/all.ts';
import type { Invariant } from '../../sim/invariants/invariant.ts';
import { inOwnTurn } from '../../sim/kernel/stepping.ts';
import { seedOf } from '../../sim/plan/seeds.ts';
import type { Scenario } from '../../sim/plan/scenario.ts';
import type { RunInput } from '../../sim/run/run.ts';
import { seededRun } from '../../sim/run/run-case.ts';
import { runSynchronously } from '../../sim/run/stepped-run.ts';
import { atLeast, type Measure, overRounds } from '../measure/claim.ts';
import { onMemory } from '../measure/memory-lobby.ts';
import { timedRounds } from '../measure/rounds.ts';
import { allScenarios } from '../measure/scenarios.ts';
import { spreadOf } from '../measure/spread.ts';
import { FOUNDATION_INVARIANTS, underFoundationFaults } from './foundation.ts';

const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);
const ROUNDS = { rounds: 15, warmups: 4 };

/** Both run the same seeds; a fault more makes another run of a seed, so that rates are compared, not times. */
export async function measureBreadth(): Promise<readonly Measure[]> {
  const scenarios = allScenarios().filter(({ tags }) => tags.includes('random'));
  const now = new Runs(scenarios, INVARIANTS);
  const foundation = new Runs(scenarios.map(underFoundationFaults), FOUNDATION_INVARIANTS);
  const times = await timedRounds(
    { foundation: () => foundation.all(), now: () => now.all() },
    ROUNDS,
  );
  return [
    overRounds(
      'breadth.ratio',
      'events/s of the random scenarios, all invariants and faults, against those of the foundation',
      spreadOf(
        times.map((round) => now.perSecond(round.now) / foundation.perSecond(round.foundation)),
      ),
      atLeast(0.7),
    ),
    overRounds(
      'breadth.eventsPerSecond',
      `events/s with ${INVARIANTS.length} invariants`,
      spreadOf(times.map((round) => now.perSecond(round.now))),
    ),
    overRounds(
      'breadth.foundationEventsPerSecond',
      `events/s with the ${FOUNDATION_INVARIANTS.length} of the foundation`,
      spreadOf(times.map((round) => foundation.perSecond(round.foundation))),
    ),
  ];
}

/** The runs of every scenario and seed, planning included, as `run` has them. */
class Runs {
  readonly #scenarios: readonly Scenario[];
  readonly #invariants: readonly Invariant[];
  #events = 0;

  constructor(scenarios: readonly Scenario[], invariants: readonly Invariant[]) {
    this.#scenarios = scenarios;
    this.#invariants = invariants;
  }

  async all(): Promise<void> {
    this.#events = await inOwnTurn((drain) => {
      if (drain === null) throw new Error('the fast way of stepping does not work on this Node.js');
      let events = 0;
      for (const input of this.#inputs()) events += eventsOf(input, drain);
      return events;
    });
  }

  *#inputs(): Generator<RunInput> {
    const invariants = this.#invariants;
    for (const scenario of this.#scenarios) {
      for (const index of SEEDS) {
        const seed = seedOf(1, scenario.name, index);
        yield { ...seededRun(onMemory(scenario), seed, false), invariants };
      }
    }
  }

  perSecond(ms: number): number {
    return (this.#events * 1_000) / ms;
  }
}

/** A run that fails ends early: it would count as a fast one. */
function eventsOf(input: RunInput, drain: () => void): number {
  const { failure, steps } = runSynchronously(input, drain);
  if (failure !== null) throw new Error(`${failure.invariant}: ${failure.message}`);
  return steps;
}
