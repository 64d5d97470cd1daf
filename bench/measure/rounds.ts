/**
 * Several things measured in turn, round after round, so that what else the machine does falls on all of them alike.
 * tinybench is the stopwatch; compared are the times of one round, never of two.
 */
import { Bench } from 'tinybench';

export type Tasks<Name extends string> = Readonly<Record<Name, () => Promise<void> | void>>;
export type Round<Name extends string> = Readonly<Record<Name, number>>;

/** Wall-clock ms of each task in each round; before them rounds that only warm up. */
export async function timedRounds<Name extends string>(
  tasks: Tasks<Name>,
  { rounds, warmups }: { readonly rounds: number; readonly warmups: number },
): Promise<readonly Round<Name>[]> {
  const times: Round<Name>[] = [];
  for (let round = -warmups; round < rounds; round++) {
    const time = await timedRound(tasks);
    if (round >= 0) times.push(time);
  }
  return times;
}

async function timedRound<Name extends string>(tasks: Tasks<Name>): Promise<Round<Name>> {
  const bench = new Bench({ iterations: 1, time: 0, warmup: false, throws: true });
  for (const name of Object.keys(tasks) as Name[]) {
    // What is not declared `async` is called once more to see whether it gives a promise, and then runs beside what is timed.
    bench.add(name, async () => {
      await tasks[name]();
    });
  }
  await bench.run();
  const times = bench.tasks.map(({ name, result }) => [name, millisecondsOf(result)] as const);
  return Object.fromEntries(times) as Round<Name>;
}

function millisecondsOf(result: Bench['tasks'][number]['result']): number {
  if (result.state !== 'completed') throw new Error(`not measured: ${result.state}`);
  return result.latency.mean;
}
