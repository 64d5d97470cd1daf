/** The one way in which a ledger gets a room's state: a checkpoint, and the fold of the events after it (P27). */
import type { RoomEvent } from '../../core/event.ts';
import { evolve, opened } from '../../core/evolve.ts';
import type { RoomCode } from '../../core/ids.ts';
import type { RoomState } from '../../core/state.ts';

/** The state after the event; null: before any. A gap is never folded over. */
export function foldEvent(state: RoomState | null, code: RoomCode, event: RoomEvent): RoomState {
  if (event.kind === 'room.opened') return opened(code, event);
  const { generation, sequence } = event;
  if (state?.generation !== generation || state.revision + 1 !== sequence) {
    throw new Error(
      `P27: ${code} is at ${state?.generation ?? 0}:${state?.revision ?? 0}, the next event is ${generation}:${sequence}`,
    );
  }
  return evolve(state, event);
}

export function foldEvents(
  checkpoint: RoomState | null,
  code: RoomCode,
  events: readonly RoomEvent[],
): RoomState {
  let state = checkpoint;
  for (const event of events) state = foldEvent(state, code, event);
  if (state === null) throw new Error(`P27: ${code} has neither checkpoint nor events`);
  return state;
}
