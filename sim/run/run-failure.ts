/** What went wrong in a run, and where. */
import type { Kernel } from '../kernel/kernel.ts';
import { LeakError } from '../kernel/leak-error.ts';
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

/** The code under test threw: nothing of it may. */
export function systemThrew(error: unknown, kernel: Kernel): RunFailure {
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

/** The code under test goes on for ever without virtual time passing. */
export const systemSpins = (message: string, kernel: Kernel): RunFailure => ({
  kind: 'liveness',
  invariant: 'INV-NO-SPIN',
  rules: ['H6'],
  message,
  step: kernel.eventIndex,
  virtualMs: kernel.nowMs,
});

/** A bug in the harness itself (exit 70). */
export class HarnessError extends Error {
  override readonly name = 'HarnessError';
}

/** An error that is not of the system's making; recorded choices that cannot be applied are no bug, and stay what they are. */
export function harnessError(error: unknown): Error {
  if (error instanceof StaleChoices || error instanceof HarnessError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new HarnessError(message, { cause: error });
}

/** Whether the error means that the run itself is void, wherever it came up. */
export const isHarnessError = (error: unknown): boolean =>
  error instanceof StaleChoices || error instanceof HarnessError;
