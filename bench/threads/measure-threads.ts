/** Two warm threads against one, over the same seeds, as `run --threads` has them. */
import { type SeedRunners, seedRunners } from '../../src/cli/run/seed-runners.ts';
import type { SeedTask } from '../../src/cli/run/seed-worker.ts';
import { atLeast, type Measure, overRounds } from '../measure/claim.ts';
import { timedRounds } from '../measure/rounds.ts';
import { scenarioNamed } from '../measure/scenarios.ts';
import { spreadOf } from '../measure/spread.ts';

const SCENARIOS = ['random-lease', 'random-immediate', 'random-rollover', 'lossy-network'];
const CHUNKS = 6;
const CHUNK_SEEDS = 5;
const ROUNDS = { rounds: 9, warmups: 8 };

export async function measureThreads(): Promise<readonly Measure[]> {
  const tasks = SCENARIOS.flatMap(tasksOf);
  const one = await seedRunners(1);
  const two = await seedRunners(2);
  const times = await timedRounds(
    { one: () => runAll(tasks, one), two: () => runAll(tasks, two) },
    ROUNDS,
  );
  await two.close();
  return [
    overRounds(
      'threads.speedup',
      'two warm threads against one',
      spreadOf(times.map((round) => round.one / round.two)),
      atLeast(1.7),
    ),
  ];
}

function tasksOf(name: string): readonly SeedTask[] {
  const scenario = scenarioNamed(name);
  return Array.from({ length: CHUNKS }, (_, chunk) => {
    const from = 1 + chunk * CHUNK_SEEDS;
    const range = { base: 1, from, to: from + CHUNK_SEEDS - 1 };
    return {
      scenario,
      variant: null,
      storeFolder: null,
      shape: 'coordinator' as const,
      range,
      traceFolder: null,
    };
  });
}

async function runAll(tasks: readonly SeedTask[], runners: SeedRunners): Promise<void> {
  const outcomes = await Promise.all(tasks.map((task) => runners.run(task)));
  const bug = outcomes.find((outcome) => outcome.bug !== null)?.bug ?? null;
  if (bug !== null) throw new Error(bug);
}
