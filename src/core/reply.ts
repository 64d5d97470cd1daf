/** What a command is answered. Secrets (session id, nonce, token) are added at the boundary, never stored (P20). */
import type { Sync } from './backfill.ts';
import type { ConnectionId, MemberId, RequestId } from './ids.ts';
import type { RefusalCode } from './refusal.ts';

/** The answer to open, join, resume and attach, read at one revision (P16). */
export interface SessionReply {
  readonly kind: 'session';
  readonly memberId: MemberId;
  readonly generation: number;
  readonly epoch: number;
  /** The transport that is now attached; null: the member is absent until it attaches. */
  readonly connection: ConnectionId | null;
  readonly role: 'host' | 'member';
  readonly host: MemberId | null;
  readonly hostTerm: number;
  readonly throughSequence: number;
  readonly sync: Sync;
  /** What the session id is derived from. */
  readonly session: RequestId;
}

/** The answer to every other command: the revision at which it took effect. */
export interface DoneReply {
  readonly kind: 'done';
  readonly generation: number;
  readonly revision: number;
}

export type CommittedReply = SessionReply | DoneReply;
export type Refused = { readonly kind: 'refused'; readonly code: RefusalCode };

export const refused = (code: RefusalCode): Refused => ({ kind: 'refused', code });
