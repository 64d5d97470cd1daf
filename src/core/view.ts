/**
 * What a member may see: events and rooms without transports, sessions and epochs (P19), and the fold by which a client
 * derives its view from them (P24). Who is host comes from here only.
 */
import type { CloseReason, EventBody, HandoffReason, LeaveReason, RoomEvent } from './event.ts';
import { compareIds, type MemberId, type StoreTime } from './ids.ts';
import { isConnected, type RoomState } from './state.ts';

type PublicBody =
  | { readonly kind: 'room.opened'; readonly memberId: MemberId }
  | {
      readonly kind: 'member.joined';
      readonly memberId: MemberId;
      readonly eligible: boolean;
      readonly connected: boolean;
    }
  | { readonly kind: 'session.renewed'; readonly memberId: MemberId }
  | {
      readonly kind: 'member.absent' | 'host.absent';
      readonly memberId: MemberId;
      readonly leaseUntil: StoreTime | null;
      readonly seatUntil: StoreTime;
    }
  | { readonly kind: 'member.resumed' | 'host.resumed'; readonly memberId: MemberId }
  | { readonly kind: 'member.left'; readonly memberId: MemberId; readonly reason: LeaveReason }
  | { readonly kind: 'member.eligibility'; readonly memberId: MemberId; readonly eligible: boolean }
  | {
      readonly kind: 'host.changed';
      readonly previous: MemberId | null;
      readonly host: MemberId | null;
      readonly hostTerm: number;
      readonly reason: HandoffReason;
    }
  | {
      readonly kind: 'lease.rearmed';
      readonly leaseUntil: StoreTime | null;
      readonly seats: readonly { readonly memberId: MemberId; readonly seatUntil: StoreTime }[];
    }
  /** Which policy is the server's affair; that it changed takes a sequence (P3, P13). */
  | { readonly kind: 'policy.changed' }
  | { readonly kind: 'room.closed'; readonly reason: CloseReason };

/** An event as members receive it. */
export type PublicEvent = PublicBody & {
  readonly generation: number;
  readonly sequence: number;
  readonly at: StoreTime;
};

export interface MemberView {
  readonly memberId: MemberId;
  readonly joinedAt: StoreTime;
  readonly eligible: boolean;
  readonly connected: boolean;
  readonly seatUntil: StoreTime | null;
}

/** A room at a sequence, as members see it; also what a snapshot carries. */
export interface RoomView {
  readonly generation: number;
  readonly sequence: number;
  readonly host: MemberId | null;
  readonly hostTerm: number;
  readonly leaseUntil: StoreTime | null;
  readonly members: readonly MemberView[];
  readonly closed: CloseReason | null;
}

export function publicEvent(event: RoomEvent): PublicEvent {
  const { generation, sequence, at } = event;
  return { generation, sequence, at, ...publicBody(event) };
}

function publicBody(event: EventBody): PublicBody {
  switch (event.kind) {
    case 'room.opened':
    case 'session.renewed':
    case 'member.resumed':
    case 'host.resumed':
      return { kind: event.kind, memberId: event.memberId };
    case 'member.joined':
      return {
        kind: event.kind,
        memberId: event.memberId,
        eligible: event.eligible,
        connected: event.attachment !== null,
      };
    case 'member.absent':
    case 'host.absent':
      return {
        kind: event.kind,
        memberId: event.memberId,
        leaseUntil: event.leaseUntil,
        seatUntil: event.seatUntil,
      };
    case 'member.left':
      return { kind: event.kind, memberId: event.memberId, reason: event.reason };
    case 'member.eligibility':
      return { kind: event.kind, memberId: event.memberId, eligible: event.eligible };
    case 'host.changed':
      return {
        kind: event.kind,
        previous: event.previous,
        host: event.host,
        hostTerm: event.hostTerm,
        reason: event.reason,
      };
    case 'lease.rearmed':
      return { kind: event.kind, leaseUntil: event.leaseUntil, seats: event.seats };
    case 'policy.changed':
      return { kind: event.kind };
    case 'room.closed':
      return { kind: event.kind, reason: event.reason };
  }
}

export function viewOf(state: RoomState): RoomView {
  return {
    generation: state.generation,
    sequence: state.revision,
    host: state.host,
    hostTerm: state.hostTerm,
    leaseUntil: state.leaseUntil,
    members: state.members.map((member) => ({
      memberId: member.memberId,
      joinedAt: member.joinedAt,
      eligible: member.eligible,
      connected: isConnected(member),
      seatUntil: member.seatUntil,
    })),
    closed: state.closed,
  };
}

/** The view after the next event; the caller has checked that it is the next one. A `room.opened` starts from nothing. */
export function applyToView(view: RoomView | null, event: PublicEvent): RoomView {
  if (event.kind === 'room.opened') return openedView(event);
  if (view === null) throw new Error(`an event before any view: ${event.kind} ${event.sequence}`);
  return { ...changedView(view, event), sequence: event.sequence };
}

const openedView = (event: PublicEvent & { readonly kind: 'room.opened' }): RoomView => ({
  generation: event.generation,
  sequence: event.sequence,
  host: event.memberId,
  hostTerm: 1,
  leaseUntil: null,
  members: [],
  closed: null,
});

function changedView(
  view: RoomView,
  event: Exclude<PublicEvent, { readonly kind: 'room.opened' }>,
): RoomView {
  switch (event.kind) {
    case 'member.joined': {
      const { memberId, eligible, connected, at } = event;
      const member = { memberId, joinedAt: at, eligible, connected, seatUntil: null };
      const members = [...view.members, member].sort(
        (a, b) => a.joinedAt - b.joinedAt || compareIds(a.memberId, b.memberId),
      );
      return { ...view, members };
    }
    case 'session.renewed':
      return view;
    case 'member.absent':
      return change(view, event.memberId, { connected: false, seatUntil: event.seatUntil });
    case 'host.absent':
      return {
        ...change(view, event.memberId, { connected: false, seatUntil: event.seatUntil }),
        leaseUntil: event.leaseUntil,
      };
    case 'member.resumed':
      return change(view, event.memberId, { connected: true, seatUntil: null });
    case 'host.resumed':
      return {
        ...change(view, event.memberId, { connected: true, seatUntil: null }),
        leaseUntil: null,
      };
    case 'member.left':
      return { ...view, members: view.members.filter((m) => m.memberId !== event.memberId) };
    case 'member.eligibility':
      return change(view, event.memberId, { eligible: event.eligible });
    case 'host.changed':
      return { ...view, host: event.host, hostTerm: event.hostTerm, leaseUntil: null };
    case 'lease.rearmed':
      return event.seats.reduce(
        (moved, { memberId, seatUntil }) => change(moved, memberId, { seatUntil }),
        { ...view, leaseUntil: event.leaseUntil ?? view.leaseUntil },
      );
    case 'policy.changed':
      return view;
    case 'room.closed':
      return { ...view, closed: event.reason, host: null, leaseUntil: null, members: [] };
  }
}

const change = (view: RoomView, id: MemberId, with_: Partial<MemberView>): RoomView => ({
  ...view,
  members: view.members.map((member) =>
    member.memberId === id ? { ...member, ...with_ } : member,
  ),
});
