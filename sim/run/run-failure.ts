/** What went wrong in a run, and where. */
import { type Kernel, LeakError } from '../kernel/kernel.ts';
import type { EventIndex } from '../kernel/trace.ts';
import { StaleChoices } from '../strategies/replay.ts';

export interface RunFailure {
  readonly kind: 'safety' | 'liveness';
  readonly invariant: string;
  readonly rules: readonly string[];
  readonly message: string;
  /** The event at which it was seen. */
  readonly step: EventIndex;
  readonly virtualMs: number;
}

/**
 * The code under test threw: nothing of it may. Errors that are not of its making end the run as they are: choices that
 * cannot be applied, a leak, a bug of the harness.
 */
export function systemThrew(error: unknown, kernel: Kernel): RunFailure {
  if (error instanceof StaleChoices || error instanceof HarnessError) throw error;
  const leak = error instanceof LeakError;
  return {
    kind: 'safety',
    invariant: leak ? 'INV-NO-LEAK' : 'INV-NO-THROW',
    rules: [leak ? 'H5' : 'H4'],
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    step: kernel.eventIndex,
    virtualMs: kernel.nowMs,
  };
}

/** A bug in the harness itself (exit 70). */
export class HarnessError extends Error {
  override readonly name = 'HarnessError';
}
