/** Something that waits to happen: one scheduling point (H5). */
import type { EventIndex } from './trace.ts';

/** What dies, and pauses, together with the steps that happen in it. */
export interface StepHost {
  readonly lane: string;
  readonly alive: boolean;
  readonly paused: boolean;
  /** Steps that came due while it was paused. */
  readonly deferred: Step[];
}

export interface Step {
  readonly lane: string;
  readonly operation: string;
  /** The process in which it happens; null: in the world, which neither crashes nor pauses. */
  readonly process: StepHost | null;
  readonly run: () => void;
  /** The event during which it was asked for. */
  readonly cause: EventIndex;
  cancelled: boolean;
}
