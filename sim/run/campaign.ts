/** Many seeds of one scenario: runs, verifies that the same seed gives the same trace (H2), and sums up. */
import { addDigests } from '../kernel/digest.ts';
import { inOwnTurn } from '../kernel/stepping.ts';
import type { Trace } from '../kernel/trace.ts';
import { seedOf } from '../plan/seeds.ts';
import { addMeasures, type Measures, NO_MEASURES } from './measures.ts';
import type { RunInput, RunResult } from './run.ts';
import { type RunSetup, seededRun } from './run-case.ts';
import type { RunFailure } from './run-failure.ts';
import { runStepping, runSynchronously } from './stepped-run.ts';

/** What a seed came to, when it did not hold. */
export interface SeedFailure {
  readonly seed: number;
  /** Place in the scenario's seeds. */
  readonly index: number;
  readonly failure: CampaignFailure;
  /** The run's own choices; with the plan of the seed they are the run. */
  readonly choices: readonly number[];
  /** Of the run's whole trace. */
  readonly digest: bigint;
}

export type CampaignFailure = RunFailure | Nondeterminism;

export interface Nondeterminism {
  readonly kind: 'nondeterminism';
  readonly invariant: 'INV-DETERMINISM';
  readonly rules: readonly string[];
  readonly message: string;
  readonly step: number;
  readonly virtualMs: number;
}

/** Sums that do not depend on order: shards and threads add up. */
export interface CampaignTally {
  readonly runs: number;
  readonly events: number;
  readonly virtualMs: number;
  readonly digest: bigint;
  readonly commitsDigest: bigint;
  readonly faults: ReadonlyMap<string, number>;
  readonly goals: ReadonlyMap<string, number>;
  readonly measures: Measures;
  readonly failures: readonly SeedFailure[];
}

export const EMPTY_TALLY: CampaignTally = {
  runs: 0,
  events: 0,
  virtualMs: 0,
  digest: 0n,
  commitsDigest: 0n,
  faults: new Map(),
  goals: new Map(),
  measures: NO_MEASURES,
  failures: [],
};

export function addTallies(a: CampaignTally, b: CampaignTally): CampaignTally {
  return {
    runs: a.runs + b.runs,
    events: a.events + b.events,
    virtualMs: a.virtualMs + b.virtualMs,
    digest: addDigests(a.digest, b.digest),
    commitsDigest: addDigests(a.commitsDigest, b.commitsDigest),
    faults: addCounts(a.faults, b.faults),
    goals: addCounts(a.goals, b.goals),
    measures: addMeasures(a.measures, b.measures),
    failures: [...a.failures, ...b.failures].sort((x, y) => x.index - y.index),
  };
}

function addCounts(
  a: ReadonlyMap<string, number>,
  b: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const sum = new Map(a);
  for (const [name, count] of b) sum.set(name, (sum.get(name) ?? 0) + count);
  return sum;
}

/** Seeds `from` to `to`, both included, of the scenario. */
export interface SeedRange {
  readonly base: number;
  readonly from: number;
  readonly to: number;
  /** Only every so many of them: 1, all, if absent. */
  readonly every?: number;
  /** Goes no further once so many have failed; no bound if absent. */
  readonly mostFailures?: number;
}

/** One seed in so many runs twice. */
const REPEATED = 100n;

/** Runs the seeds: all in one turn of the event loop where that is possible, otherwise each in many. */
export async function runSeeds(setup: RunSetup, range: SeedRange): Promise<CampaignTally> {
  const swift = await inOwnTurn((drain) => {
    if (drain === null) return null;
    const runs = seedRuns(setup, range);
    let next = runs.next();
    while (next.done !== true) next = runs.next(runSynchronously(next.value, drain));
    return next.value;
  });
  if (swift !== null) return swift;
  const runs = seedRuns(setup, range);
  let next = runs.next();
  while (next.done !== true) next = runs.next(await runStepping(next.value, 'pump'));
  return next.value;
}

/** Gives out one run after another, is given their results, and returns their sum. */
function* seedRuns(
  setup: RunSetup,
  { base, from, to, every = 1, mostFailures = Number.POSITIVE_INFINITY }: SeedRange,
): Generator<RunInput, CampaignTally, RunResult> {
  let tally = EMPTY_TALLY;
  for (let index = from; index <= to && tally.failures.length < mostFailures; index += every) {
    const seed = seedOf(base, setup.scenario.name, index);
    const result = yield seededRun(setup, seed, false);
    const failure = (yield* unequalRepeat(result, setup, seed)) ?? result.failure;
    tally = addTallies(tally, tallyOf(result, failure, seed, index));
  }
  return tally;
}

function tallyOf(
  result: RunResult,
  failure: CampaignFailure | null,
  seed: number,
  index: number,
): CampaignTally {
  const { steps, virtualMs, digest, commitsDigest, faults, goals, measures, choices } = result;
  return {
    runs: 1,
    events: steps,
    virtualMs,
    digest,
    commitsDigest,
    faults,
    goals,
    measures,
    failures: failure === null ? [] : [{ seed, index, failure, choices, digest }],
  };
}

/** H2: whether the same seed gives another trace the second time; looked at for one run in a hundred. */
function* unequalRepeat(
  first: RunResult,
  setup: RunSetup,
  seed: number,
): Generator<RunInput, Nondeterminism | null, RunResult> {
  if (first.digest % REPEATED !== 0n) return null;
  const second = yield seededRun(setup, seed, false);
  if (second.digest === first.digest) return null;
  return firstDivergence(yield seededRun(setup, seed, true), yield seededRun(setup, seed, true));
}

/** The first event in which two recorded runs of the same seed differ. */
export function firstDivergence(a: RunResult, b: RunResult): Nondeterminism {
  const longest = Math.max(a.steps, b.steps);
  let step = 0;
  while (step < longest && a.trace.hashThrough(step) === b.trace.hashThrough(step)) step++;
  return {
    kind: 'nondeterminism',
    invariant: 'INV-DETERMINISM',
    rules: ['H2'],
    message: step < longest ? parting(step, a.trace, b.trace) : PARTED_BEFORE,
    step: step < longest ? step : -1,
    virtualMs: step < longest ? a.trace.event(step).atMs : 0,
  };
}

const PARTED_BEFORE =
  'the same seed gave two traces; when it was repeated to find where they part, they did not';

function parting(step: number, a: Trace, b: Trace): string {
  const [one, other] = [inWords(step, a), inWords(step, b)];
  const second = one === other ? 'the same with other contents' : other;
  return `the same seed went two ways at event ${step}: ${one}, and the second time ${second}`;
}

function inWords(step: number, trace: Trace): string {
  if (step >= trace.length) return 'nothing more';
  const { atMs, lane, operation, cause, details } = trace.event(step);
  const what = [operation, ...details].join('; ');
  return `${lane} does ${what} at ${atMs} ms because of event ${cause}`;
}
