/** After a run: makes the failing runs again with recording, and tells how each came about. */
import { basename, join } from 'node:path';
import { type RunSetup, seededRun } from '../../../sim/run/run-case.ts';
import { type FailedRun, failureText } from '../failure-text.ts';
import { namedVariant } from '../named-variant.ts';
import { recordedRun } from '../recorded-run.ts';
import { engineMaker, type StoreFolder } from '../run-store.ts';
import type { Prose } from '../terminal.ts';
import { writeTrace } from '../trace-file.ts';
import type { DistinctFailure } from './distinct-failures.ts';
import type { RunFlags } from './run-flags.ts';
import type { FailureRecord, RunRecord } from './run-record.ts';

/** So many stories are told; more would not be read. */
export const MOST_STORIES = 5;

export async function tellFailures(
  told: readonly DistinctFailure[],
  record: RunRecord,
  flags: RunFlags,
  storeFolder: StoreFolder,
  prose: Prose,
): Promise<void> {
  const makeEngine = await engineMaker(storeFolder, flags.shape, 'stories');
  const variant = flags.variant === undefined ? null : namedVariant(flags.variant);
  for (const { first } of told) {
    const { scenario } = first.of;
    const setup: RunSetup = { scenario, strategy: flags.strategy, variant, makeEngine };
    const { failure, trace, traceFile } = await recorded(first, setup, record, flags);
    const { seed, repro } = first;
    prose.line(
      failureText({ scenario, variant, seed, failure, trace, repro, traceShown: false }, prose),
    );
    if (first.reproFile !== null) prose.line(`  kept in ${first.reproFile}`);
    if (traceFile !== null) prose.line(`  every event in ${traceFile}`);
    prose.line();
  }
}

interface Told extends Pick<FailedRun, 'failure' | 'trace'> {
  readonly traceFile: string | null;
}

async function recorded(
  first: FailureRecord,
  setup: RunSetup,
  record: RunRecord,
  flags: RunFlags,
): Promise<Told> {
  const { seed, digest } = first;
  if (flags.trace === 'off' || first.failure.kind === 'nondeterminism') {
    return { failure: first.failure, trace: null, traceFile: null };
  }
  const again = await recordedRun((recording) => seededRun(setup, seed, recording), digest);
  const { trace } = again.result;
  const traceFile =
    flags.trace === 'failure' && first.reproFile !== null
      ? writeTrace(join(flags.out, 'traces'), basename(first.reproFile, '.json'), trace)
      : null;
  if (again.failure?.kind === 'nondeterminism') {
    record.failures.push({ ...first, failure: again.failure });
  }
  return { failure: again.failure ?? first.failure, trace, traceFile };
}
