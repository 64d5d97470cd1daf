/**
 * INV-HANDOFF-FIRST guards P3: in a commit of a room whose handoff is due and possible at the commit's store time, that
 * handoff stands first. Only members of void instances who become absent go ahead of it, and what connects the host, which
 * makes it undue (P8). Whether it is due is judged after the voiding, so a commit that leaves no possible successor, or
 * falls into a time without a live instance (P12), owes none.
 */
import type { RoomEvent } from '../system-under-test.ts';
import type { Invariant } from './invariant.ts';
import { heirOf, owedHandoff } from './obligations.ts';
import { retold } from './retelling.ts';

export const handoffFirst: Invariant = {
  id: 'INV-HANDOFF-FIRST',
  rules: ['P3', 'P8'],
  summary: 'a due handoff stands first in whatever is committed',
  watch: (run) =>
    retold(run, {
      event({ room, voids, anyLive, where }, event, index) {
        if (index !== voids || goesAhead(event)) return;
        const owed = owedHandoff(room, event.at, anyLive);
        if (owed === null) return;
        const heir = heirOf(room);
        if (heir === null) return;
        run.violated(
          `${where('P3')} ${event.kind} stands before the handoff to ${heir} (${owed}) that was due`,
        );
      },
    }),
};

function goesAhead(event: RoomEvent): boolean {
  if (event.kind === 'host.resumed') return true;
  if (event.kind !== 'host.changed') return false;
  const { reason } = event;
  return reason === 'lease_expired' || reason === 'immediate' || reason === 'vacancy';
}
