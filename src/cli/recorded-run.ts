/** A run made again with everything that people need to read it; the same trace must come out (H2). */
import { type CampaignFailure, firstDivergence } from '../../sim/run/campaign.ts';
import type { RunInput, RunResult } from '../../sim/run/run.ts';
import { runStepping } from '../../sim/run/stepped-run.ts';

export interface RecordedRun {
  /** Null: everything held. */
  readonly failure: CampaignFailure | null;
  readonly result: RunResult;
}

/** `make`: the input of the run, afresh each time. `digest`: of its trace when it was not recorded. */
export async function recordedRun(
  make: (recording: boolean) => RunInput,
  digest: bigint,
): Promise<RecordedRun> {
  const result = await runStepping(make(true), 'drain');
  if (result.digest === digest) return { failure: result.failure, result };
  const again = await runStepping(make(true), 'drain');
  return { failure: firstDivergence(result, again), result };
}
