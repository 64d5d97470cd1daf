/** The report of a run as one object (harness §6, `run --json`). */
import { hex64 } from '../../../sim/kernel/digest.ts';
import { EXIT, type ExitCode, exitCodeOf, gravest, type Verdict, verdictOf } from '../exit-code.ts';
import { packageVersion } from '../package-root.ts';
import { type MeasuresSummary, summaryOf } from './measures-summary.ts';
import type { RunFlags } from './run-flags.ts';
import type { FailureRecord, RunRecord } from './run-record.ts';

export interface RunReport {
  readonly version: string;
  readonly exitCode: ExitCode;
  readonly verdict: Verdict;
  readonly runs: number;
  readonly events: number;
  readonly virtualMs: number;
  readonly wallMs: number;
  readonly digest: string;
  readonly commitsDigest: string;
  /** What the runs depended on. */
  readonly seed: number;
  readonly store: string;
  readonly shape: string;
  readonly variant: string | null;
  readonly strategy: string;
  readonly shard: string | null;
  /** What ended it before its budget was used up; null: nothing did. */
  readonly endedEarly: 'failures' | 'interrupt' | null;
  readonly scenarios: readonly ScenarioReport[];
  readonly failures: readonly FailureReport[];
  readonly faults: Readonly<Record<string, number>>;
  readonly goals: Readonly<Record<string, number>>;
  readonly measures: MeasuresSummary;
  readonly inconclusive: readonly string[];
  readonly stale: readonly string[];
}

export interface ScenarioReport {
  readonly name: string;
  readonly runs: number;
  readonly events: number;
  readonly violations: number;
  readonly digest: string;
  readonly commitsDigest: string;
}

export interface FailureReport {
  readonly kind: 'safety' | 'liveness' | 'nondeterminism';
  readonly invariant: string;
  readonly rules: readonly string[];
  readonly scenario: string;
  readonly seed: number;
  readonly repro: string;
  readonly step: number;
  readonly virtualMs: number;
  readonly message: string;
  /** Null: it could not be written. */
  readonly reproFile: string | null;
  /** Null: it was not shrunk. */
  readonly shrunkSteps: null;
}

export interface Ending {
  readonly wallMs: number;
  readonly isInterrupted: boolean;
  readonly inconclusive: readonly string[];
}

export function reportOf(record: RunRecord, flags: RunFlags, ending: Ending): RunReport {
  const { runs, events, virtualMs, digest, commitsDigest, faults, goals, measures } = record.whole;
  const exitCode = exitCodeFor(record, ending);
  const { shard, variant = null } = flags;
  return {
    version: packageVersion(),
    exitCode,
    verdict: verdictOf(exitCode),
    runs,
    events,
    virtualMs,
    wallMs: Math.round(ending.wallMs),
    digest: hex64(digest),
    commitsDigest: hex64(commitsDigest),
    seed: flags.seed,
    store: flags.store,
    shape: flags.shape,
    variant,
    strategy: flags.strategy,
    shard: shard === undefined ? null : `${shard.index}/${shard.of}`,
    endedEarly: endedEarly(record, ending),
    scenarios: scenariosOf(record),
    failures: record.failures.map(failureReport),
    faults: sorted(faults),
    goals: sorted(goals),
    measures: summaryOf(measures),
    inconclusive: ending.inconclusive,
    stale: [],
  };
}

const exitCodeFor = (record: RunRecord, { isInterrupted, inconclusive }: Ending): ExitCode =>
  gravest([
    ...record.failures.map(({ failure }) => exitCodeOf(failure.kind)),
    ...(record.bug === null ? [] : [EXIT.bug]),
    ...(record.problem === null ? [] : [EXIT.usage]),
    ...(isInterrupted ? [EXIT.interrupted] : []),
    ...(inconclusive.length > 0 ? [EXIT.inconclusive] : []),
  ]);

function endedEarly(
  { stoppedEarly }: RunRecord,
  { isInterrupted }: Ending,
): RunReport['endedEarly'] {
  if (isInterrupted) return 'interrupt';
  return stoppedEarly ? 'failures' : null;
}

const scenariosOf = (record: RunRecord): readonly ScenarioReport[] =>
  record.scenarios.map((of) => {
    const { runs, events, digest, commitsDigest } = record.tallyOf(of);
    return {
      name: of.scenario.name,
      runs,
      events,
      violations: record.failuresOf(of).length,
      digest: hex64(digest),
      commitsDigest: hex64(commitsDigest),
    };
  });

function failureReport({ of, seed, failure, repro, reproFile }: FailureRecord): FailureReport {
  const { kind, invariant, rules, message, step, virtualMs } = failure;
  return {
    kind,
    invariant,
    rules,
    scenario: of.scenario.name,
    seed,
    repro,
    step,
    virtualMs,
    message,
    reproFile,
    shrunkSteps: null,
  };
}

/** By name, so that equal runs give equal text. */
const sorted = (counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> =>
  Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
