/** The committed state of one generation of a room. Frozen data: every commit makes a new one. */
import type { Attachment, CloseReason } from './event.ts';
import type { MemberId, RequestId, RoomCode, StoreTime } from './ids.ts';
import type { RoomPolicy } from './policy.ts';

export interface Member {
  readonly memberId: MemberId;
  readonly joinedAt: StoreTime;
  readonly eligible: boolean;
  /** The request that created the session; the secret itself is derived from it, never stored (P20). */
  readonly session: RequestId;
  /** Fencing number of the session (P15). */
  readonly epoch: number;
  /** An epoch is attached once (P16). */
  readonly epochAttached: boolean;
  /** The attached transport; a member is connected if and only if it has one. */
  readonly attachment: Attachment | null;
  /** Since when it has been absent; null while connected. */
  readonly absentSince: StoreTime | null;
  /** End of the absent member's seat; null while connected. */
  readonly seatUntil: StoreTime | null;
  /** Whether an outage has re-armed this absence: the first one does so to full length (P12). */
  readonly rearmed: boolean;
}

/** One who has left, or whose session ended with the room: its epochs are never used again, and a removed one may not come back (P17). */
export interface Departed {
  readonly memberId: MemberId;
  readonly epoch: number;
  readonly removed: boolean;
}

export interface RoomState {
  readonly code: RoomCode;
  readonly generation: number;
  /** Sequence of the last event; what compare-and-swap compares (P3). */
  readonly revision: number;
  readonly policy: RoomPolicy;
  readonly host: MemberId | null;
  readonly hostTerm: number;
  /** End of the absent host's lease; null while the host is connected or there is none. */
  readonly leaseUntil: StoreTime | null;
  /** How long the host has been absent in this term before its present absence, in ms, outages apart (P11). */
  readonly absenceMs: number;
  /** The last outage that changed a deadline of this room; 0: none (P12). */
  readonly outage: number;
  /** Seated members, in order of succession: by `(joinedAt, memberId)`. */
  readonly members: readonly Member[];
  readonly departed: readonly Departed[];
  /** Since when nobody has been connected and no lease granted; with `leaseUntil` it gives the idle time (P9). */
  readonly emptySince: StoreTime | null;
  readonly closed: CloseReason | null;
}

export const memberOf = (state: RoomState, id: MemberId): Member | undefined =>
  state.members.find((member) => member.memberId === id);

export const isConnected = (member: Member): boolean => member.attachment !== null;

export const hostOf = (state: RoomState): Member | undefined =>
  state.host === null ? undefined : memberOf(state, state.host);
