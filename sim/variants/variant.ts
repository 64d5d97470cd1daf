/**
 * A known-bad design (harness §5): a small replacement at a seam of the real code, and the invariant that must catch it.
 * Production code carries no flag for it.
 */
import type { LobbySeams } from '../systems/lobby-system.ts';
import type { ClientSeam } from '../world/page.ts';

export interface Variant {
  readonly id: string;
  /** The mistake, in one sentence. */
  readonly summary: string;
  readonly rules: readonly string[];
  /** The invariants that may catch it first; any other one means that it is caught for a wrong reason. */
  readonly caughtBy: readonly string[];
  /** Scenarios that it cannot pass: those of the field reports that describe it. */
  readonly breaks?: readonly string[];
  readonly lobby?: LobbySeams;
  readonly makeClient?: ClientSeam;
}
