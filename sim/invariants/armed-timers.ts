/**
 * INV-ARMED-TIMERS guards P25: after every commit the timer that is armed for the room is exactly the one that its state
 * calls for, worked out here from the committed events alone. Somebody can take over: the end of the absent host's lease.
 * Nobody can, and nobody is connected: when the room closes (P9). Or, if that comes first, the end of the first seat that
 * is not the host's (P11). Otherwise, and for a closed room: nothing.
 */
import type { Invariant } from './invariant.ts';
import { historyOf } from './run-history.ts';
import type { ShadowRoom } from './shadow-room.ts';
import { heirOf } from './obligations.ts';

export const armedTimers: Invariant = {
  id: 'INV-ARMED-TIMERS',
  rules: ['P9', 'P11', 'P25'],
  summary: 'exactly the timer is armed that the committed room calls for',
  watch: (run) => {
    const history = historyOf(run);
    return {
      committed(commit) {
        const { code, after } = commit;
        history.committed(commit);
        const room = history.codes.get(code)?.room;
        if (room === undefined) return;
        const called = calledFor(room);
        const armed = run.system.armed(code);
        if (armed === called) return;
        run.violated(
          `P25: in room ${code}, generation ${after.generation}, revision ${after.revision}, the state calls for ${timer(called)}, but ${timer(armed)} is armed`,
        );
      },
    };
  },
};

const timer = (at: number | null): string => (at === null ? 'no timer' : `a timer at ${at}`);

function calledFor(room: ShadowRoom): number | null {
  if (!room.open) return null;
  let first = authorityTimer(room);
  for (const [memberId, { seatUntil }] of room.members) {
    if (memberId === room.host || seatUntil === null) continue;
    if (first === null || seatUntil < first) first = seatUntil;
  }
  return first;
}

function authorityTimer(room: ShadowRoom): number | null {
  if (heirOf(room) !== null) return room.leaseUntil;
  const { quietFrom, policy } = room;
  if (quietFrom === null || policy === null) return null;
  return policy.emptyRoom === 'close' ? quietFrom : quietFrom + policy.idleMs;
}
