/**
 * The view of a room, folded from its committed events a second time and in another way than core and client do: for
 * invariants only, which must not trust what they check. Total: an event that makes no sense changes nothing.
 */
import type { CloseReason } from '../../src/core/event.ts';
import { compareIds } from '../../src/core/ids.ts';
import type { RoomView } from '../../src/core/view.ts';
import type { RoomEvent } from '../system-under-test.ts';

interface Seat {
  readonly memberId: string;
  readonly joinedAt: number;
  readonly eligible: boolean;
  readonly connected: boolean;
  readonly seatUntil: number | null;
}

export interface FoldedView {
  readonly generation: number;
  readonly sequence: number;
  readonly host: string | null;
  readonly hostTerm: number;
  readonly leaseUntil: number | null;
  readonly closed: CloseReason | null;
  readonly seats: readonly Seat[];
}

/** The view after the event. */
export function foldView(before: FoldedView | null, event: RoomEvent): FoldedView {
  const room = before ?? emptyAt(event.generation);
  let { host, hostTerm, leaseUntil, closed, seats } = room;
  switch (event.kind) {
    case 'room.opened':
      host = event.memberId;
      hostTerm = 1;
      break;
    case 'member.joined':
      seats = withSeat(seats, {
        memberId: event.memberId,
        joinedAt: event.at,
        eligible: event.eligible,
        connected: event.attachment !== null,
        seatUntil: null,
      });
      break;
    case 'session.renewed':
      break;
    case 'host.absent':
      leaseUntil = event.leaseUntil;
      seats = withPresence(seats, event.memberId, false, event.seatUntil);
      break;
    case 'member.absent':
      seats = withPresence(seats, event.memberId, false, event.seatUntil);
      break;
    case 'host.resumed':
      leaseUntil = null;
      seats = withPresence(seats, event.memberId, true, null);
      break;
    case 'member.resumed':
      seats = withPresence(seats, event.memberId, true, null);
      break;
    case 'member.left':
      seats = seats.filter(({ memberId }) => memberId !== event.memberId);
      break;
    case 'member.eligibility': {
      const at = seats.findIndex(({ memberId }) => memberId === event.memberId);
      const seat = seats[at];
      if (seat !== undefined) seats = seats.with(at, { ...seat, eligible: event.eligible });
      break;
    }
    case 'host.changed':
      host = event.host;
      hostTerm = event.hostTerm;
      leaseUntil = null;
      break;
    case 'lease.rearmed':
      leaseUntil = event.leaseUntil ?? leaseUntil;
      for (const { memberId, seatUntil } of event.seats) {
        seats = withPresence(seats, memberId, false, seatUntil);
      }
      break;
    case 'policy.changed':
      break;
    case 'room.closed':
      closed = event.reason;
      host = null;
      leaseUntil = null;
      seats = [];
      break;
  }
  const { generation, sequence } = event;
  return { generation, sequence, host, hostTerm, leaseUntil, closed, seats };
}

const emptyAt = (generation: number): FoldedView => ({
  generation,
  sequence: 0,
  host: null,
  hostTerm: 0,
  leaseUntil: null,
  closed: null,
  seats: [],
});

/** Seats stand in the order of succession: by `(joinedAt, memberId)` (P7). */
function withSeat(seats: readonly Seat[], seat: Seat): readonly Seat[] {
  let place = seats.length;
  while (place > 0) {
    const before = seats[place - 1];
    if (before === undefined || !isAhead(seat, before)) break;
    place -= 1;
  }
  return seats.toSpliced(place, 0, seat);
}

const isAhead = (a: Seat, b: Seat): boolean =>
  a.joinedAt === b.joinedAt ? compareIds(a.memberId, b.memberId) < 0 : a.joinedAt < b.joinedAt;

function withPresence(
  seats: readonly Seat[],
  member: string,
  connected: boolean,
  seatUntil: number | null,
): readonly Seat[] {
  const at = seats.findIndex(({ memberId }) => memberId === member);
  const seat = seats[at];
  return seat === undefined ? seats : seats.with(at, { ...seat, connected, seatUntil });
}

/** In what a shown view differs from the committed room at its sequence; null: in nothing. */
export function differenceOf(shown: RoomView, folded: FoldedView): string | null {
  if (shown.host !== folded.host) return `host ${shown.host} instead of ${folded.host}`;
  if (shown.hostTerm !== folded.hostTerm) {
    return `host term ${shown.hostTerm} instead of ${folded.hostTerm}`;
  }
  if (shown.leaseUntil !== folded.leaseUntil) {
    return `a lease until ${shown.leaseUntil} instead of ${folded.leaseUntil}`;
  }
  if (shown.closed !== folded.closed) return `closed ${shown.closed} instead of ${folded.closed}`;
  if (shown.members.length !== folded.seats.length) {
    return `${shown.members.length} members instead of ${folded.seats.length}`;
  }
  for (let place = 0; place < folded.seats.length; place++) {
    const seat = folded.seats[place];
    const member = shown.members[place];
    if (seat === undefined || member === undefined) return `no member in place ${place + 1}`;
    const field = differingField(member, seat);
    if (field !== null) {
      return `${field} ${member[field]} instead of ${seat[field]} for ${seat.memberId}`;
    }
  }
  return null;
}

function differingField(member: RoomView['members'][number], seat: Seat): keyof Seat | null {
  if (member.memberId !== seat.memberId) return 'memberId';
  if (member.joinedAt !== seat.joinedAt) return 'joinedAt';
  if (member.eligible !== seat.eligible) return 'eligible';
  if (member.connected !== seat.connected) return 'connected';
  return member.seatUntil === seat.seatUntil ? null : 'seatUntil';
}
