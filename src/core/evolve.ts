/** Folds an event into the state: `state(n) = evolve(state(n - 1), event(n))`, and nothing else ever changes a room. */
import { absenceAt } from './absence-budget.ts';
import type { EventBody, RoomEvent } from './event.ts';
import {
  after,
  compareIds,
  later,
  type MemberId,
  type RoomCode,
  type StoreTime,
  storeTime,
} from './ids.ts';
import { isConnected, type Member, type RoomState } from './state.ts';

type Opened = RoomEvent & { readonly kind: 'room.opened' };
type Body<Kind extends EventBody['kind']> = Extract<EventBody, { readonly kind: Kind }>;

/** The room that `room.opened` begins: its opener is host in term 1, and is seated by the `member.joined` that follows. */
export function opened(code: RoomCode, event: Opened): RoomState {
  return {
    code,
    generation: event.generation,
    revision: event.sequence,
    policy: event.policy,
    host: event.memberId,
    hostTerm: 1,
    leaseUntil: null,
    absenceMs: 0,
    outage: 0,
    members: [],
    departed: [],
    emptySince: event.at,
    closed: null,
  };
}

export function evolve(state: RoomState, event: RoomEvent): RoomState {
  const next = changed(state, event);
  const emptySince = emptySinceAfter(state, next, event.at);
  return { ...next, emptySince, revision: event.sequence };
}

function changed(state: RoomState, event: RoomEvent): RoomState {
  switch (event.kind) {
    case 'room.opened':
      throw new Error(`room.opened at sequence ${event.sequence}: a generation opens once`);
    case 'member.joined':
      return seated(state, event, event.at);
    case 'session.renewed':
      return withMember(state, event.memberId, {
        epoch: event.epoch,
        session: event.session,
        epochAttached: false,
      });
    case 'member.absent':
      return absent(state, event, event.at);
    case 'host.absent':
      return { ...absent(state, event, event.at), leaseUntil: event.leaseUntil };
    case 'member.resumed':
      return resumed(state, event);
    case 'host.resumed':
      return { ...resumed(state, event), leaseUntil: null, absenceMs: absenceAt(state, event.at) };
    case 'member.left':
      return departed(state, event);
    case 'member.eligibility':
      return withMember(state, event.memberId, { eligible: event.eligible });
    case 'host.changed':
      return {
        ...state,
        host: event.host,
        hostTerm: event.hostTerm,
        leaseUntil: null,
        absenceMs: 0,
      };
    case 'lease.rearmed':
      return rearmed(state, event);
    case 'policy.changed':
      return { ...state, policy: event.policy };
    case 'room.closed':
      return closed(state, event);
  }
}

function seated(state: RoomState, event: Body<'member.joined'>, at: StoreTime): RoomState {
  const member: Member = {
    memberId: event.memberId,
    joinedAt: at,
    eligible: event.eligible,
    session: event.session,
    epoch: event.epoch,
    epochAttached: event.attachment !== null,
    attachment: event.attachment,
    absentSince: null,
    seatUntil: null,
    rearmed: false,
  };
  return {
    ...state,
    members: [...state.members, member].sort(bySuccession),
    departed: state.departed.filter((gone) => gone.memberId !== event.memberId),
  };
}

/** P7: `(joinedAt, memberId)`. */
const bySuccession = (a: Member, b: Member): number =>
  a.joinedAt - b.joinedAt || compareIds(a.memberId, b.memberId);

/** A disconnect keeps the epoch; a resume without transport raises it, and leaves it to be attached (P16). */
function absent(
  state: RoomState,
  event: Body<'member.absent'> | Body<'host.absent'>,
  at: StoreTime,
): RoomState {
  const before = state.members.find((member) => member.memberId === event.memberId);
  return withMember(state, event.memberId, {
    epoch: event.epoch,
    session: event.session,
    epochAttached: before?.epoch === event.epoch && before.epochAttached,
    attachment: null,
    absentSince: at,
    seatUntil: event.seatUntil,
    rearmed: false,
  });
}

function resumed(
  state: RoomState,
  event: Body<'member.resumed'> | Body<'host.resumed'>,
): RoomState {
  return withMember(state, event.memberId, {
    epoch: event.epoch,
    session: event.session,
    epochAttached: true,
    attachment: event.attachment,
    absentSince: null,
    seatUntil: null,
    rearmed: false,
  });
}

/** P12. What the outage took is not charged as absence either. */
function rearmed(state: RoomState, event: Body<'lease.rearmed'>): RoomState {
  const seats = new Map(event.seats.map(({ memberId, seatUntil }) => [memberId, seatUntil]));
  return {
    ...state,
    outage: event.outage,
    leaseUntil: event.leaseUntil ?? state.leaseUntil,
    members: state.members.map((member) => {
      const seatUntil = seats.get(member.memberId);
      if (seatUntil === undefined || member.absentSince === null) return member;
      const lost = event.endedAt - later(event.startedAt, member.absentSince);
      return { ...member, seatUntil, absentSince: after(member.absentSince, lost), rearmed: true };
    }),
  };
}

function departed(state: RoomState, event: Body<'member.left'>): RoomState {
  const gone = state.members.find((member) => member.memberId === event.memberId);
  return {
    ...state,
    members: state.members.filter((member) => member.memberId !== event.memberId),
    departed: [
      ...state.departed,
      {
        memberId: event.memberId,
        epoch: gone?.epoch ?? 0,
        removed: event.reason === 'removed',
      },
    ],
  };
}

/** P9: closing ends seats and sessions. */
function closed(state: RoomState, { reason }: Body<'room.closed'>): RoomState {
  const gone = state.members.map(({ memberId, epoch }) => ({ memberId, epoch, removed: false }));
  const departed = [...state.departed, ...gone];
  return { ...state, closed: reason, host: null, leaseUntil: null, members: [], departed };
}

function withMember(state: RoomState, id: MemberId, change: Partial<Member>): RoomState {
  return {
    ...state,
    members: state.members.map((member) =>
      member.memberId === id ? { ...member, ...change } : member,
    ),
  };
}

/**
 * P9: idle time runs from the moment nobody is connected and no lease runs. A lease that ends with its host's authority
 * had run until now, or until its deadline if that came first.
 */
function emptySinceAfter(before: RoomState, now: RoomState, at: StoreTime): StoreTime | null {
  if (now.members.some(isConnected)) return null;
  if (before.emptySince === null) return at;
  if (before.leaseUntil === null || now.leaseUntil !== null) return before.emptySince;
  return storeTime(Math.max(before.emptySince, Math.min(before.leaseUntil, at)));
}
