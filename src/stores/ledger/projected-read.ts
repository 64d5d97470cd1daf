/** What the projection of a room becomes by an event, and what a reader is answered from it (P27). */
import type { RoomEvent } from '../../core/event.ts';
import type { RoomCode } from '../../core/ids.ts';
import type { RoomState } from '../../core/state.ts';
import type { AtLeast, Head, ProjectedRead } from '../../ports/room-store.ts';
import { foldEvent } from './fold.ts';

/** After a rebuild began at a checkpoint, the events come again that it covers: they change nothing. */
export function projectEvent(state: RoomState | null, code: RoomCode, event: RoomEvent): RoomState {
  return state !== null && reaches(state, event) ? state : foldEvent(state, code, event);
}

/**
 * `head`: of the log; `state`: of the projection; null: none. A reader that asks for no place gets what there is, but a
 * room that is in the log only is `behind`, not unknown.
 */
export function answerRead(
  head: Head | null,
  state: RoomState | null,
  atLeast: AtLeast | null,
): ProjectedRead {
  if (head === null) return { kind: 'refused', code: 'unknown_room' };
  if (atLeast !== null && !isPlaceIn(head, atLeast)) {
    return { kind: 'refused', code: 'invalid_cursor' };
  }
  if (state === null || (atLeast !== null && !reaches(state, atLeast))) {
    return { kind: 'refused', code: 'behind' };
  }
  return { kind: 'state', state };
}

const isPlaceIn = (head: Head, place: AtLeast): boolean =>
  Number.isSafeInteger(place.generation) &&
  Number.isSafeInteger(place.sequence) &&
  place.sequence >= 0 &&
  reaches(head, place);

const reaches = (head: Head, { generation, sequence }: AtLeast): boolean =>
  head.generation === generation ? head.revision >= sequence : head.generation > generation;
