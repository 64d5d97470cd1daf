/** What `replay --json` prints. */
import { hex64 } from '../../../sim/kernel/digest.ts';
import type { TraceEvent } from '../../../sim/kernel/trace.ts';
import type { RecordedRun } from '../recorded-run.ts';
import type { ExitCode, Verdict } from '../exit-code.ts';
import { verdictOf } from '../exit-code.ts';
import { packageVersion } from '../package-root.ts';
import type { ReplayCase } from './case.ts';

export interface ReplayReport {
  readonly version: string;
  readonly exitCode: ExitCode;
  readonly verdict: Verdict;
  readonly repro: string;
  readonly scenario: string;
  readonly seed: number;
  readonly store: string;
  readonly shape: string;
  readonly variant: string | null;
  /** Null: it no longer fails, or it could not be run. */
  readonly failure: RecordedRun['failure'];
  readonly events: number | null;
  readonly virtualMs: number | null;
  readonly digest: string | null;
  readonly commitsDigest: string | null;
  /** Why it cannot be run as it was. */
  readonly stale: readonly string[];
  /** With `--trace` or `--until`. */
  readonly trace?: readonly TraceEvent[];
}

export function replayReport(
  { repro, of, seed, variant, store, shape }: ReplayCase,
  exitCode: ExitCode,
  {
    run,
    stale,
    trace,
  }: { run: RecordedRun | null; stale: string | null; trace: readonly TraceEvent[] | null },
): ReplayReport {
  const result = run?.result;
  return {
    version: packageVersion(),
    exitCode,
    verdict: verdictOf(exitCode),
    repro,
    scenario: of.scenario.name,
    seed,
    store,
    shape,
    variant: variant?.id ?? null,
    failure: run?.failure ?? null,
    events: result?.steps ?? null,
    virtualMs: result?.virtualMs ?? null,
    digest: result === undefined ? null : hex64(result.digest),
    commitsDigest: result === undefined ? null : hex64(result.commitsDigest),
    stale: stale === null ? [] : [stale],
    ...(trace === null ? {} : { trace }),
  };
}
