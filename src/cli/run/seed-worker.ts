/** Some seeds of one scenario, on whatever thread: what a worker thread is given, and what it gives back. */
import { threadId } from 'node:worker_threads';
import {
  type CampaignTally,
  EMPTY_TALLY,
  runSeeds,
  type SeedRange,
} from '../../../sim/run/campaign.ts';
import { type RunSetup, seededRun } from '../../../sim/run/run-case.ts';
import { runStepping } from '../../../sim/run/stepped-run.ts';
import type { MakeEngine } from '../../../sim/systems/lobby-system.ts';
import { seedOf } from '../../../sim/plan/seeds.ts';
import type { Scenario } from '../../../sim/plan/scenario.ts';
import { StoreUnavailable } from '../../ports/room-store.ts';
import { namedVariant } from '../named-variant.ts';
import { engineMaker, type StoreFolder, type StoreShape } from '../run-store.ts';
import { stackOf } from '../stack-of.ts';
import { writeTrace } from '../trace-file.ts';
import { UsageError } from '../usage-error.ts';

/** Plain data: it crosses threads. */
export interface SeedTask {
  readonly scenario: Scenario;
  readonly variant: string | null;
  readonly storeFolder: StoreFolder;
  readonly shape: StoreShape;
  readonly range: SeedRange;
  /** Where the trace of every run goes; null: nowhere. */
  readonly traceFolder: string | null;
}

export interface SeedOutcome {
  readonly tally: CampaignTally;
  /** A bug in the harness itself, in words, with the run in which it showed; null: none. */
  readonly bug: string | null;
  /** What the caller has to put right before there can be more runs, such as a full disk; null: nothing. */
  readonly problem: string | null;
}

export async function runSeedTask(task: SeedTask): Promise<SeedOutcome> {
  const { scenario, variant, range, traceFolder } = task;
  const setup: RunSetup = {
    scenario,
    strategy: 'random',
    variant: variant === null ? null : namedVariant(variant),
    makeEngine: await engines(task),
  };
  let tally = EMPTY_TALLY;
  try {
    tally = await runSeeds(setup, range);
    if (traceFolder !== null) await writeTraces(setup, range, traceFolder);
    return { tally, bug: null, problem: null };
  } catch (error) {
    const problem = problemOf(error);
    if (problem !== null) return { tally, bug: null, problem };
    const bug = `${await whereItShows(setup, range)}\n${stackOf(error)}`;
    return { tally: EMPTY_TALLY, bug, problem };
  }
}

/** In words, if it is no bug of ours: a file that cannot be written, or a store that cannot be used. */
function problemOf(error: unknown): string | null {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof UsageError || each instanceof StoreUnavailable) return each.message;
  }
  return null;
}

type Kept = Pick<SeedTask, 'storeFolder' | 'shape'> & { readonly makeEngine: MakeEngine };
let kept: Kept | null = null;

/** A thread keeps its file from task to task. */
async function engines({ storeFolder, shape }: SeedTask): Promise<MakeEngine> {
  if (kept === null || kept.storeFolder !== storeFolder || kept.shape !== shape) {
    const makeEngine = await engineMaker(storeFolder, shape, `thread-${threadId}`);
    kept = { storeFolder, shape, makeEngine };
  }
  return kept.makeEngine;
}

async function writeTraces(setup: RunSetup, range: SeedRange, folder: string): Promise<void> {
  for (const seed of seedsOf(setup, range)) {
    const { trace } = await runStepping(seededRun(setup, seed, true), 'drain');
    writeTrace(folder, `${setup.scenario.name}-${seed}`, trace);
  }
}

/** The seeds ran in one go; which of them it was is looked for only now. */
async function whereItShows(setup: RunSetup, range: SeedRange): Promise<string> {
  const { name, textHash } = setup.scenario;
  for (const seed of seedsOf(setup, range)) {
    try {
      await runStepping(seededRun(setup, seed, false), 'drain');
    } catch {
      return `in ${name}:${seed}:${setup.strategy}:${textHash}`;
    }
  }
  return `in ${name}, indices ${range.from} to ${range.to}, but in none of them alone`;
}

function* seedsOf(
  { scenario }: RunSetup,
  { base, from, to, every = 1 }: SeedRange,
): Generator<number> {
  for (let index = from; index <= to; index += every) yield seedOf(base, scenario.name, index);
}
