/** How many seeds a scenario gets when nothing else is asked for: a fixed number, not a time (harness §6). */
import type { Scenario } from '../../../sim/plan/scenario.ts';
import type { Indices } from '../flag-values.ts';

/** Scripted ones vary only in latencies and in the order of what is ready at once. */
const SEEDS_OF_A_SCRIPT = 20;
const SEEDS_OF_A_RANDOM_ONE = 100;

export function defaultIndices({ workload, faults }: Scenario): Indices {
  const isRandom = workload !== null || Object.keys(faults).length > 0;
  return { from: 1, to: isRandom ? SEEDS_OF_A_RANDOM_ONE : SEEDS_OF_A_SCRIPT };
}
