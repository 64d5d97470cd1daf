/**
 * P24: what a replica may take, as pure rules. They stand apart from the replica so that a known-bad design can replace
 * one of them.
 */
import type { PublicEvent, RoomView } from '../core/view.ts';

/** Where a replica stands. */
export interface Position {
  /** The generation of its session; null: it never had one. */
  readonly generation: number | null;
  /** The last sequence applied; null: it has no view, and only a snapshot can give it one. */
  readonly cursor: number | null;
}

/** `foreign`: of another generation. `gap`: of this one, but something before it is missing. */
export type Verdict = 'apply' | 'duplicate' | 'gap' | 'foreign';

/** Only `cursor + 1` of the replica's own generation is applied. */
export function accepts(at: Position, event: PublicEvent): Verdict {
  if (event.generation !== at.generation) return 'foreign';
  if (at.cursor === null) return 'gap';
  if (event.sequence <= at.cursor) return 'duplicate';
  return event.sequence === at.cursor + 1 ? 'apply' : 'gap';
}

/** A snapshot at or below the cursor is dropped: a late one would take the client back. */
export const takesSnapshot = (at: Position, snapshot: RoomView): boolean =>
  snapshot.generation === at.generation && (at.cursor === null || snapshot.sequence > at.cursor);

/** A revision above the cursor is a gap, also when no event follows that would show it. */
export const isBehind = (at: Position, revision: number): boolean =>
  at.cursor === null || revision > at.cursor;

export interface ReplicaRules {
  readonly accepts: (at: Position, event: PublicEvent) => Verdict;
  readonly takesSnapshot: (at: Position, snapshot: RoomView) => boolean;
  readonly isBehind: (at: Position, revision: number) => boolean;
}

export const REPLICA_RULES: ReplicaRules = { accepts, takesSnapshot, isBehind };
