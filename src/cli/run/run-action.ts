/** What `interregnum run` does: selects, runs, reports. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { writeWhole } from '../atomic-write.ts';
import type { ExitCode } from '../exit-code.ts';
import type { Indices } from '../flag-values.ts';
import { namedVariant } from '../named-variant.ts';
import { demandWritable } from '../out-folder.ts';
import { engineMaker, makeStoreFolder, removeStoreFolder, type StoreFolder } from '../run-store.ts';
import type { LoadedScenario } from '../scenario-files.ts';
import { proseOn, type Prose } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { defaultIndices } from './budget.ts';
import { distinctFailures, toBeTold } from './distinct-failures.ts';
import { inconclusive } from './inconclusive.ts';
import { type Interruption, onInterrupt } from './interruption.ts';
import { progress } from './progress.ts';
import { type Ending, reportOf, type RunReport } from './report.ts';
import { runChunks } from './run-chunks.ts';
import type { RunFlags } from './run-flags.ts';
import { RunRecord } from './run-record.ts';
import { seedRunners, type SeedRunners } from './seed-runners.ts';
import { selected } from './selection.ts';
import { printFailureTable, printSummary } from './summary.ts';
import { MOST_STORIES, tellFailures } from './tell-failures.ts';
import { type Chunk, chunks, runsOf, type Work } from './work-list.ts';

export async function run(words: readonly string[], flags: RunFlags): Promise<ExitCode> {
  const scenarios = selected(words, flags);
  if (flags.variant !== undefined) namedVariant(flags.variant);
  demandWritable(flags.out);
  const storeFolder = makeStoreFolder(flags.store);
  const interruption = onInterrupt();
  try {
    // Says at once if the store is not there.
    await engineMaker(storeFolder, flags.shape, 'probe');
    const record = new RunRecord(scenarios, flags);
    const startMs = performance.now();
    await runAll(record, flags, storeFolder, interruption);
    const isInterrupted = interruption.signal.aborted;
    const reasons = isInterrupted ? [] : inconclusive(record, words, flags);
    const ending = { wallMs: performance.now() - startMs, isInterrupted, inconclusive: reasons };
    return await report(record, flags, storeFolder, ending);
  } finally {
    interruption.unhook();
    removeStoreFolder(storeFolder);
  }
}

async function runAll(
  record: RunRecord,
  flags: RunFlags,
  storeFolder: StoreFolder,
  { signal }: Interruption,
): Promise<void> {
  const work = workOf(record.scenarios, flags);
  const total = flags.for === undefined ? runsOf(work) : null;
  const runners = await seedRunners(flags.threads ?? usefulThreads(total));
  const shown = progress(total, flags.quiet);
  try {
    await runChunks({
      chunks: chunks(work),
      runners,
      run: (chunk) => runChunk(chunk, runners, flags, storeFolder),
      goesOn: withinTime(flags.for),
      outcome: (chunk, outcome) => {
        const goesOn = record.add(chunk, outcome);
        shown.done(record.runs, record.failures.length);
        return goesOn;
      },
      signal,
    });
  } finally {
    shown.stop();
    await runners.close();
  }
}

const runChunk = (
  { of, from, to, every }: Chunk,
  runners: SeedRunners,
  flags: RunFlags,
  storeFolder: StoreFolder,
): ReturnType<SeedRunners['run']> =>
  runners.run({
    scenario: of.scenario,
    variant: flags.variant ?? null,
    storeFolder,
    shape: flags.shape,
    range: { base: flags.seed, from, to, every, mostFailures: flags.maxFailures },
    traceFolder: flags.trace === 'all' ? join(flags.out, 'traces') : null,
  });

/** Under a time limit seeds have no end, but for regressions: these run in full, and outside the time (harness §6). */
function workOf(scenarios: readonly LoadedScenario[], flags: RunFlags): Work {
  const indicesOf = ({ scenario, isRegression }: LoadedScenario): Indices => {
    if (flags.seeds !== undefined) return flags.seeds;
    const budget = defaultIndices(scenario);
    return flags.for === undefined || isRegression
      ? budget
      : { from: 1, to: Number.POSITIVE_INFINITY };
  };
  return { scenarios, indicesOf, shard: flags.shard ?? null };
}

function withinTime(forMs: number | undefined): (chunk: Chunk) => boolean {
  let startMs: number | null = null;
  return ({ of }) => {
    if (forMs === undefined || of.isRegression) return true;
    startMs ??= performance.now();
    return performance.now() - startMs < forMs;
  };
}

/** A thread that has to be started first is not worth it for less. */
const RUNS_WORTH_A_THREAD = 100;
const MOST_THREADS = 8;

function usefulThreads(total: number | null): number {
  const cores = Math.min(availableParallelism(), MOST_THREADS);
  return total === null
    ? cores
    : Math.max(1, Math.min(cores, Math.ceil(total / RUNS_WORTH_A_THREAD)));
}

async function report(
  record: RunRecord,
  flags: RunFlags,
  storeFolder: StoreFolder,
  ending: Ending,
): Promise<ExitCode> {
  const prose = proseOn(flags.json ? process.stderr : process.stdout, flags.color);
  await tryTo(record, () => printFailures(record, flags, storeFolder, ending, prose));
  await tryTo(record, () => writeReport(record, flags, ending));
  const final = reportOf(record, flags, ending);
  printSummary(final, flags.quiet, prose);
  if (flags.json) process.stdout.write(reportText(final));
  if (record.problem !== null) process.stderr.write(`error: ${record.problem}\n`);
  if (record.bug !== null) {
    process.stderr.write(`\nthis is a bug in interregnum; please report it with what follows\n`);
    process.stderr.write(`${record.bug}\n`);
  }
  return final.exitCode;
}

/** What cannot be written is a problem of the run, and no reason to keep back what is known. */
async function tryTo(record: RunRecord, work: () => Promise<void> | void): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    record.problem ??= error.message;
  }
}

function writeReport(record: RunRecord, flags: RunFlags, ending: Ending): void {
  writeWhole(join(flags.out, 'report.json'), reportText(reportOf(record, flags, ending)));
}

const reportText = (report: RunReport): string => `${JSON.stringify(report, null, 2)}\n`;

async function printFailures(
  record: RunRecord,
  flags: RunFlags,
  storeFolder: StoreFolder,
  ending: Ending,
  prose: Prose,
): Promise<void> {
  const distinct = distinctFailures(record.failures);
  if (distinct.length === 0) return;
  const told = toBeTold(distinct, MOST_STORIES);
  await tellFailures(told, record, flags, storeFolder, prose);
  const untold = distinct.filter((each) => !told.includes(each));
  printFailureTable(distinct, untold, reportOf(record, flags, ending), prose);
}
