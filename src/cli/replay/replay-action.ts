/** What `interregnum replay` does: the same run again, told in the same words. */
import type { Trace, TraceEvent } from '../../../sim/kernel/trace.ts';
import type { RunSetup } from '../../../sim/run/run-case.ts';
import { runStepping } from '../../../sim/run/stepped-run.ts';
import { StaleChoices } from '../../../sim/strategies/replay.ts';
import { amountOf } from '../amounts.ts';
import { EXIT, type ExitCode, exitCodeOf } from '../exit-code.ts';
import { failureText } from '../failure-text.ts';
import { type RecordedRun, recordedRun } from '../recorded-run.ts';
import {
  engineMaker,
  makeStoreFolder,
  removeStoreFolder,
  type StoreKind,
  type StoreShape,
} from '../run-store.ts';
import { proseOn, type Prose } from '../terminal.ts';
import { traceLines } from '../trace-lines.ts';
import { type CaseInput, type ReplayCase, replayCase } from './case.ts';
import { replayReport } from './replay-report.ts';

export interface ReplayFlags {
  readonly on?: StoreKind | undefined;
  readonly shape?: StoreShape | undefined;
  readonly trace: boolean;
  readonly until?: number | undefined;
  readonly json: boolean;
  readonly color: boolean;
}

export async function replay(written: string, flags: ReplayFlags): Promise<ExitCode> {
  const replayed = replayedWith(replayCase(written), flags);
  const prose = proseOn(flags.json ? process.stderr : process.stdout, flags.color);
  const outcome = await outcomeOf(replayed);
  const exitCode = exitCodeFor(outcome);
  tell(replayed, outcome, flags, prose);
  if (flags.json) {
    const { run, stale } = outcome;
    const trace = run === null || !showsTrace(flags) ? null : events(run.result.trace, flags.until);
    const report = replayReport(replayed, exitCode, { run, stale, trace });
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  }
  return exitCode;
}

/** As it was run, unless it is told otherwise. */
const replayedWith = (replayed: ReplayCase, { on, shape }: ReplayFlags): ReplayCase => ({
  ...replayed,
  store: on ?? replayed.store,
  shape: shape ?? replayed.shape,
});

/** Exactly one of the two is there. */
interface Outcome {
  readonly run: RecordedRun | null;
  readonly stale: string | null;
}

async function outcomeOf(replayed: ReplayCase): Promise<Outcome> {
  if (replayed.stale !== null) return { run: null, stale: replayed.stale };
  const folder = makeStoreFolder(replayed.store);
  try {
    const { variant, shape } = replayed;
    const makeEngine = await engineMaker(folder, shape, 'replay');
    const { scenario } = replayed.of;
    return await made(replayed, { scenario, strategy: 'random', variant, makeEngine });
  } finally {
    removeStoreFolder(folder);
  }
}

async function made(replayed: ReplayCase, setup: RunSetup): Promise<Outcome> {
  let last: CaseInput | null = null;
  const again = (recording: boolean): CaseInput['input'] => {
    last = replayed.input(setup, recording);
    return last.input;
  };
  try {
    const { digest } = await runStepping(again(false), 'drain');
    const run = await recordedRun(again, digest);
    const left = leftOf(last);
    if (left === 0) return { run, stale: null };
    return {
      run: null,
      stale: `${amountOf(left, 'recorded choice')} came to nothing: ${OTHER_RUN}`,
    };
  } catch (error) {
    if (!(error instanceof StaleChoices)) throw error;
    return { run: null, stale: `${error.message}: ${OTHER_RUN}` };
  }
}

const leftOf = (input: CaseInput | null): number => input?.choicesLeft() ?? 0;

const OTHER_RUN = 'the code now makes another run of it; run the scenario again';

function exitCodeFor({ run }: Outcome): ExitCode {
  if (run === null) return EXIT.stale;
  return run.failure === null ? EXIT.held : exitCodeOf(run.failure.kind);
}

const showsTrace = ({ trace, until }: ReplayFlags): boolean => trace || until !== undefined;

function tell(
  replayed: ReplayCase,
  { run, stale }: Outcome,
  flags: ReplayFlags,
  prose: Prose,
): void {
  const { colour } = prose;
  if (run === null) {
    prose.line(`${colour.yellow.bold('STALE')}  ${replayed.repro}: ${stale ?? ''}`);
    return;
  }
  const { trace } = run.result;
  if (showsTrace(flags) && !flags.json) {
    for (const line of traceLines(trace, flags.until)) prose.line(line);
    prose.line();
  }
  const { until } = flags;
  if (until !== undefined && until < trace.length - 1) {
    prose.line(`stopped at event ${until}; the last one is ${trace.length - 1}${failsAt(run)}`);
    return;
  }
  if (run.failure === null) {
    prose.line(`${colour.green.bold('PASS')}  the failure no longer occurs: ${replayed.repro}`);
    return;
  }
  const { seed, variant, repro, of } = replayed;
  const failed = { scenario: of.scenario, variant, seed, failure: run.failure, trace, repro };
  prose.line(failureText({ ...failed, traceShown: showsTrace(flags) && !flags.json }, prose));
}

const failsAt = ({ failure }: RecordedRun): string =>
  failure === null || failure.step < 0 ? '' : `, and ${failure.invariant} fails at ${failure.step}`;

function events(trace: Trace, until: number = trace.length - 1): readonly TraceEvent[] {
  const length = Math.min(until, trace.length - 1) + 1;
  return Array.from({ length }, (_, index) => trace.event(index));
}
