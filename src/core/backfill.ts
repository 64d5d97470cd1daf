/** P23: what a member that stands at a cursor must be given to stand at the head. */
import type { RoomEvent } from './event.ts';
import type { RoomState } from './state.ts';
import { publicEvent, type PublicEvent, type RoomView, viewOf } from './view.ts';

/** The retained events of one generation, as a commit or a read sees them. */
export interface EventLog {
  /** The lowest retained sequence; head + 1 when none is retained. */
  readonly from: number;
  /** The retained events with sequence > `cursor`, ascending. */
  after(cursor: number): readonly RoomEvent[];
}

export type Sync =
  | { readonly kind: 'events'; readonly events: readonly PublicEvent[] }
  | { readonly kind: 'snapshot'; readonly snapshot: RoomView };

/**
 * Brings `cursor` up to the room's revision. Events if the cursor is the head or the next event is retained, otherwise
 * a snapshot, which a cursor of null asks for. Null: the cursor is invalid.
 */
export function sync(state: RoomState, log: EventLog, cursor: number | null): Sync | null {
  if (cursor === null) return { kind: 'snapshot', snapshot: viewOf(state) };
  if (!isCursorOf(state, cursor)) return null;
  if (cursor === state.revision) return { kind: 'events', events: [] };
  if (cursor + 1 < log.from) return { kind: 'snapshot', snapshot: viewOf(state) };
  return { kind: 'events', events: log.after(cursor).map(publicEvent) };
}

/** A cursor that is negative, no integer, or ahead of the room is `invalid_cursor`. */
export const isCursorOf = (state: RoomState, cursor: number): boolean =>
  Number.isSafeInteger(cursor) && cursor >= 0 && cursor <= state.revision;
