/** Where seeds are run: on this thread, or on worker threads. The results are the same. */
import { runSeedTask, type SeedOutcome, type SeedTask } from './seed-worker.ts';

export interface SeedRunners {
  /** How many tasks it takes at once. */
  readonly atOnce: number;
  run(task: SeedTask): Promise<SeedOutcome>;
  /** Also ends what is still running. */
  close(): Promise<void>;
}

export async function seedRunners(threads: number): Promise<SeedRunners> {
  return threads === 1 ? onThisThread : onThreads(threads);
}

const onThisThread: SeedRunners = {
  atOnce: 1,
  run: runSeedTask,
  close: () => Promise.resolve(),
};

async function onThreads(threads: number): Promise<SeedRunners> {
  const { Tinypool } = await import('tinypool');
  const file = import.meta.url.endsWith('.ts') ? './seed-worker.ts' : './seed-worker.js';
  const pool = new Tinypool({
    filename: new URL(file, import.meta.url).href,
    name: 'runSeedTask',
    minThreads: threads,
    maxThreads: threads,
  });
  return {
    // One to do and one to take up next, so that no thread waits.
    atOnce: 2 * threads,
    run: async (task) => (await pool.run(task)) as SeedOutcome,
    close: () => pool.destroy(),
  };
}
