/**
 * What can be committed to a room (protocol §1). Events are the whole truth: `evolve` folds them into the room's state,
 * and a client folds what it receives into its view. No secret is ever in one (P19).
 */
import type { ConnectionId, InstanceId, MemberId, RequestId, StoreTime } from './ids.ts';
import type { RoomPolicy } from './policy.ts';

/** A transport and the server instance that owns it. */
export interface Attachment {
  readonly connectionId: ConnectionId;
  readonly instanceId: InstanceId;
}

export type HandoffReason =
  | 'lease_expired'
  | 'immediate'
  | 'left'
  | 'removed'
  | 'ineligible'
  | 'transferred'
  | 'vacancy';
export type LeaveReason = 'left' | 'removed' | 'expired';
export type CloseReason = 'ended' | 'empty' | 'idle' | 'abandoned';

export type EventBody =
  | { readonly kind: 'room.opened'; readonly memberId: MemberId; readonly policy: RoomPolicy }
  | {
      readonly kind: 'member.joined';
      readonly memberId: MemberId;
      readonly eligible: boolean;
      readonly epoch: number;
      /** The request whose id the session secret is derived from (P20). */
      readonly session: RequestId;
      /** Null: a join without transport; its absence follows in the same commit. */
      readonly attachment: Attachment | null;
    }
  /** The connected or absent member's session gets a new epoch and stays absent. */
  | {
      readonly kind: 'session.renewed';
      readonly memberId: MemberId;
      readonly epoch: number;
      readonly session: RequestId;
    }
  | AbsenceBody<'member.absent'>
  | AbsenceBody<'host.absent'>
  | ResumeBody<'member.resumed'>
  | ResumeBody<'host.resumed'>
  | { readonly kind: 'member.left'; readonly memberId: MemberId; readonly reason: LeaveReason }
  | { readonly kind: 'member.eligibility'; readonly memberId: MemberId; readonly eligible: boolean }
  | {
      readonly kind: 'host.changed';
      readonly previous: MemberId | null;
      readonly host: MemberId | null;
      /** The term of the new host; without a successor the last term stays. */
      readonly hostTerm: number;
      readonly reason: HandoffReason;
    }
  /** P12: an outage has moved the deadlines that were running when it began. */
  | {
      readonly kind: 'lease.rearmed';
      readonly outage: number;
      readonly startedAt: StoreTime;
      readonly endedAt: StoreTime;
      /** Null: no lease was running. */
      readonly leaseUntil: StoreTime | null;
      readonly seats: readonly { readonly memberId: MemberId; readonly seatUntil: StoreTime }[];
    }
  | { readonly kind: 'policy.changed'; readonly policy: RoomPolicy }
  | { readonly kind: 'room.closed'; readonly reason: CloseReason };

interface AbsenceBody<Kind extends string> {
  readonly kind: Kind;
  readonly memberId: MemberId;
  readonly epoch: number;
  readonly session: RequestId;
  /** Set on `host.absent` only: until when the absent host keeps authority (P5). */
  readonly leaseUntil: StoreTime | null;
  readonly seatUntil: StoreTime;
}

interface ResumeBody<Kind extends string> {
  readonly kind: Kind;
  readonly memberId: MemberId;
  readonly epoch: number;
  readonly session: RequestId;
  readonly attachment: Attachment;
}

export type EventKind = EventBody['kind'];

/** An event with its place: sequence 1, 2, 3, … within the generation, and the store time of its commit. */
export type RoomEvent = EventBody & {
  readonly generation: number;
  readonly sequence: number;
  readonly at: StoreTime;
};
