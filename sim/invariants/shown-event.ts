/** Holds an event as members and publication targets are shown it against the committed one (P4, P19). */
import type { PublicEvent } from '../../src/core/view.ts';
import type { RoomEvent } from '../system-under-test.ts';

/** How many fields the shown event of a kind has: a field too many would be a transport, a session or an epoch. */
const FIELDS: Readonly<Record<RoomEvent['kind'], number>> = {
  'room.opened': 5,
  'member.joined': 7,
  'session.renewed': 5,
  'member.absent': 7,
  'host.absent': 7,
  'member.resumed': 5,
  'host.resumed': 5,
  'member.left': 6,
  'member.eligibility': 6,
  'host.changed': 8,
  'lease.rearmed': 6,
  'policy.changed': 4,
  'room.closed': 5,
};

/** Whether the shown event says exactly what the committed one does, without what is nobody's business. */
export function showsExactly(shown: PublicEvent, event: RoomEvent): boolean {
  return (
    shown.sequence === event.sequence &&
    shown.generation === event.generation &&
    shown.at === event.at &&
    fieldsOf(shown) === FIELDS[event.kind] &&
    sameBody(shown, event)
  );
}

function fieldsOf(shown: PublicEvent): number {
  let fields = 0;
  for (const _ in shown) fields += 1;
  return fields;
}

function sameBody(shown: PublicEvent, event: RoomEvent): boolean {
  switch (event.kind) {
    case 'room.opened':
    case 'session.renewed':
    case 'member.resumed':
    case 'host.resumed':
      return shown.kind === event.kind && shown.memberId === event.memberId;
    case 'member.joined':
      return (
        shown.kind === 'member.joined' &&
        shown.memberId === event.memberId &&
        shown.eligible === event.eligible &&
        shown.connected === (event.attachment !== null)
      );
    case 'member.absent':
    case 'host.absent':
      return (
        (shown.kind === 'member.absent' || shown.kind === 'host.absent') &&
        shown.kind === event.kind &&
        shown.memberId === event.memberId &&
        shown.leaseUntil === event.leaseUntil &&
        shown.seatUntil === event.seatUntil
      );
    case 'lease.rearmed':
      return (
        shown.kind === 'lease.rearmed' &&
        shown.leaseUntil === event.leaseUntil &&
        shown.seats.length === event.seats.length &&
        shown.seats.every(
          (seat, i) =>
            seat.memberId === event.seats[i]?.memberId &&
            seat.seatUntil === event.seats[i]?.seatUntil,
        )
      );
    case 'policy.changed':
      return shown.kind === 'policy.changed';
    case 'member.left':
      return (
        shown.kind === 'member.left' &&
        shown.memberId === event.memberId &&
        shown.reason === event.reason
      );
    case 'member.eligibility':
      return (
        shown.kind === 'member.eligibility' &&
        shown.memberId === event.memberId &&
        shown.eligible === event.eligible
      );
    case 'host.changed':
      return (
        shown.kind === 'host.changed' &&
        shown.previous === event.previous &&
        shown.host === event.host &&
        shown.hostTerm === event.hostTerm &&
        shown.reason === event.reason
      );
    case 'room.closed':
      return shown.kind === 'room.closed' && shown.reason === event.reason;
  }
}

/** `3 events from 5 to 7`, as far as there are any. */
export const sequencesOf = (events: readonly { readonly sequence: number }[]): string =>
  events.length === 0
    ? 'no events'
    : `${events.length} events from ${events[0]?.sequence} to ${events.at(-1)?.sequence}`;
