/**
 * INV-EXIT guards P10: leaving, being removed and losing eligibility are not absence. When one of these happens to the
 * host, the very next event of the commit is its handoff, for that reason; and no handoff claims such a reason without it.
 * A host's seat does not expire (P11). After each commit the host has a seat and is eligible.
 */
import type { RoomEvent } from '../system-under-test.ts';
import type { Invariant } from './invariant.ts';
import { retold, type Telling } from './retelling.ts';
import type { ShadowRoom } from './shadow-room.ts';

export const exit: Invariant = {
  id: 'INV-EXIT',
  rules: ['P10', 'P11'],
  summary: 'a host that leaves, is removed or loses eligibility hands over in the same commit',
  watch: (run) =>
    retold(run, {
      event(told, event, index) {
        const wrong = wrongExit(told, event, index);
        if (wrong !== null) run.violated(`${told.where('P10')} ${wrong}`);
      },
      ends({ room, where }) {
        const wrong = wrongHost(room);
        if (wrong !== null) run.violated(`${where('P10')} ${wrong}`);
      },
    }),
};

/** What takes authority from its member; null: the event does not. */
function exitOf(event: RoomEvent | undefined): string | null {
  if (event?.kind === 'member.left') return event.reason;
  return event?.kind === 'member.eligibility' && !event.eligible ? 'ineligible' : null;
}

function wrongExit(
  { room, commit: { events } }: Telling,
  event: RoomEvent,
  index: number,
): string | null {
  if (event.kind === 'host.changed') return falseExit(events[index - 1], event);
  const reason = exitOf(event);
  if (reason === null || !('memberId' in event) || event.memberId !== room.host) return null;
  const { memberId } = event;
  if (reason === 'expired') return `the seat of ${memberId} expired although it is host`;
  const next = events[index + 1];
  const handsOver =
    next?.kind === 'host.changed' && next.previous === memberId && next.reason === reason;
  if (handsOver) return null;
  return `the host ${memberId} went (${reason}) without a handoff for that reason: ${
    next === undefined ? 'the commit ends' : `${next.kind} follows`
  }`;
}

function falseExit(
  before: RoomEvent | undefined,
  { previous, reason }: RoomEvent & { readonly kind: 'host.changed' },
): string | null {
  if (reason !== 'left' && reason !== 'removed' && reason !== 'ineligible') return null;
  const gone = before !== undefined && 'memberId' in before ? before.memberId : null;
  return exitOf(before) === reason && gone === previous
    ? null
    : `authority moved from ${previous ?? 'nobody'} (${reason}), which did not happen to it`;
}

function wrongHost({ open, host, members }: ShadowRoom): string | null {
  if (!open || host === null) return null;
  const member = members.get(host);
  if (member === undefined) return `${host} is left host without a seat`;
  return member.eligible ? null : `${host} is left host without being eligible`;
}
