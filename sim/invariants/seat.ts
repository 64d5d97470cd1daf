/**
 * INV-SEAT guards P11: a seat expires when its time is over, and not before; never that of the host, never of somebody
 * who is connected, and none while no instance is live (P12). In the end, once faults have stopped, no seat is kept for
 * longer than the processing allowance beyond its time.
 */
import type { RoomEvent } from '../system-under-test.ts';
import type { Invariant, WatchedRun } from './invariant.ts';
import { retold, type Telling } from './retelling.ts';
import { historyOf } from './run-history.ts';
import type { ShadowRoom } from './shadow-room.ts';

export const seat: Invariant = {
  id: 'INV-SEAT',
  rules: ['P11', 'P12', 'P25'],
  summary: 'a seat expires when its time is over, and never that of the host',
  watch: (run) => {
    const history = historyOf(run);
    const told = retold(run, {
      event(telling, event) {
        const wrong = wrongExpiry(telling, event);
        if (wrong !== null) run.violated(`${telling.where('P11')} ${wrong}`);
      },
    });
    return {
      committed(commit) {
        history.committed(commit);
        told.committed(commit);
      },
      unsettled() {
        if (!run.system.anyLive()) return null;
        for (const [code, { room }] of history.codes) {
          const kept = overdue(run, room);
          if (kept !== null) return `P11: in room ${code} ${kept}`;
        }
        return null;
      },
    };
  },
};

function wrongExpiry({ room, anyLive }: Telling, event: RoomEvent): string | null {
  if (event.kind !== 'member.left' || event.reason !== 'expired') return null;
  const { memberId, at } = event;
  if (memberId === room.host) return `the seat of ${memberId} expired although it is host`;
  const seatUntil = room.members.get(memberId)?.seatUntil ?? null;
  if (seatUntil === null) return `the seat of ${memberId} expired although it is connected`;
  if (at < seatUntil) {
    return `the seat of ${memberId} expired at ${at}, but lasts until ${seatUntil}`;
  }
  return anyLive() ? null : `the seat of ${memberId} expired while no instance is live`;
}

function overdue({ plan, nowMs }: WatchedRun, room: ShadowRoom): string | null {
  if (!room.open) return null;
  const lateFrom = nowMs() - plan.settings.processingAllowanceMs;
  for (const [memberId, { seatUntil }] of room.members) {
    if (seatUntil === null || memberId === room.host || seatUntil >= lateFrom) continue;
    return `the seat of ${memberId} was over at ${seatUntil} and is kept still`;
  }
  return null;
}
