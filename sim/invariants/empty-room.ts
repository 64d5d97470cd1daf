/**
 * INV-EMPTY-ROOM guards P9: a room closes for the reason that holds: `empty` where that is the policy, as soon as nobody is
 * connected and no lease runs, `idle` when that has lasted `idleMs` in a held room, `abandoned` without members, `ended` by
 * command before any of these is due. It closes no earlier, nor while no instance is live (P12), and no later than the
 * commit in which it is due; of a room that is due only what connects the host may still commit. After `room.closed`
 * nothing follows in the generation.
 */
import type { RoomEvent } from '../system-under-test.ts';
import type { Invariant } from './invariant.ts';
import { owedClosing } from './obligations.ts';
import { retold, type Telling } from './retelling.ts';

export const emptyRoom: Invariant = {
  id: 'INV-EMPTY-ROOM',
  rules: ['P9', 'P12'],
  summary:
    'a room closes when and only when it is due, for the right reason, and then nothing follows',
  watch: (run) =>
    retold(run, {
      event(told, event, index) {
        const wrong = wrongEvent(told, event, index);
        if (wrong !== null) run.violated(`${told.where('P9')} ${wrong}`);
      },
      ends({ commit: { at, after }, room, anyLive, where }) {
        const owed = owedClosing(room, at, anyLive);
        if (owed !== null) {
          run.violated(
            `${where('P9')} the room is left open after sequence ${after.revision} at ${at}, but is due to close (${owed})`,
          );
        }
      },
    }),
};

function wrongEvent(told: Telling, event: RoomEvent, index: number): string | null {
  const { room, voids, anyLive } = told;
  if (event.kind === 'room.opened') return null;
  if (!room.open) return `${event.kind} follows on room.closed`;
  if (event.kind === 'room.closed') return wrongClosing(told, event);
  if (index !== voids || event.kind === 'host.resumed') return null;
  const owed = owedClosing(room, event.at, anyLive);
  return owed === null
    ? null
    : `${event.kind} was committed in a room that was due to close (${owed}), which comes first`;
}

function wrongClosing(
  { room, anyLive }: Telling,
  { reason, at }: RoomEvent & { readonly kind: 'room.closed' },
): string | null {
  const owed = owedClosing(room, at, anyLive);
  if (reason === owed || (reason === 'ended' && owed === null)) return null;
  if (owed !== null) return `the room closed as ${reason} instead of ${owed}`;
  if (room.inhabited) return `the room closed (${reason}) while somebody is connected`;
  return `the room closed (${reason}) at ${at}, before it was due: it is quiet from ${room.quietFrom} on, and ${
    anyLive() ? 'some instance is live' : 'no instance is live'
  }`;
}
