/** Connections and what travels on them. A frame is plain data; secrets are in frames to their owner only. */
import type { Sync } from '../core/backfill.ts';
import type { ConnectionId, MemberId, RequestId, RoomCode } from '../core/ids.ts';
import type { RefusalCode } from '../core/refusal.ts';
import type { PublicEvent } from '../core/view.ts';

interface FencedRequest {
  readonly generation: number;
  readonly epoch: number;
}
interface HostRequest extends FencedRequest {
  readonly hostTerm: number;
}

/** What a client can ask, as it stands on the wire. Who asks is the connection's authenticated member. */
export type ClientRequest =
  | { readonly kind: 'open'; readonly lastGeneration: number }
  | { readonly kind: 'join'; readonly generation: number | null }
  | {
      readonly kind: 'resume';
      readonly generation: number;
      readonly sessionId: string;
      readonly nonce: string;
      readonly cursor: number | null;
    }
  | ({
      readonly kind: 'attach';
      readonly token: string;
      readonly cursor: number | null;
    } & FencedRequest)
  | ({ readonly kind: 'backfill'; readonly cursor: number | null } & FencedRequest)
  | ({ readonly kind: 'leave' } & FencedRequest)
  | ({ readonly kind: 'remove' | 'transfer'; readonly target: MemberId } & HostRequest)
  | ({
      readonly kind: 'setEligible';
      readonly target: MemberId;
      readonly eligible: boolean;
    } & HostRequest)
  | ({ readonly kind: 'end' } & HostRequest);

export interface RequestFrame {
  readonly kind: 'request';
  readonly code: RoomCode;
  readonly requestId: RequestId;
  readonly request: ClientRequest;
}

/** The answer to open, join, resume and attach (P16). */
export interface SessionAnswer {
  readonly kind: 'session';
  readonly generation: number;
  readonly epoch: number;
  readonly connection: ConnectionId | null;
  readonly role: 'host' | 'member';
  readonly host: MemberId | null;
  readonly hostTerm: number;
  readonly throughSequence: number;
  readonly sync: Sync;
  readonly sessionId: string;
  readonly nonce: string;
  readonly token: string;
}

export type Answer =
  | SessionAnswer
  | { readonly kind: 'done'; readonly generation: number; readonly revision: number }
  /** P23. */
  | {
      readonly kind: 'backfill';
      readonly generation: number;
      readonly throughSequence: number;
      readonly sync: Sync;
    }
  | {
      readonly kind: 'refused';
      readonly code: RefusalCode;
      /** For `stale_generation`, `room_exists`: the generation that the store has; 0: none. */
      readonly generation: number | null;
    };

export type ServerFrame =
  | { readonly kind: 'reply'; readonly requestId: RequestId; readonly answer: Answer }
  | { readonly kind: 'event'; readonly event: PublicEvent }
  /** P24: keep-alive; a revision above the client's cursor is a gap. */
  | { readonly kind: 'pulse'; readonly generation: number; readonly revision: number };

/**
 * Why a server closes a connection: `superseded` is terminal for the client whose current connection it is (P16); on
 * the other reasons clients reconnect, but `ended`: the session is over.
 */
export type CloseReason = 'superseded' | 'instance_void' | 'slow' | 'ended';

/** The server's end of a transport, already authenticated as one member. */
export interface Connection {
  readonly connectionId: ConnectionId;
  readonly memberId: MemberId;
  send(frame: ServerFrame): void;
  close(reason: CloseReason): void;
}

/** The client's end. `closed` is called once: with the server's reason, or null when the transport broke. */
export interface ClientTransport {
  readonly connectionId: ConnectionId;
  send(frame: RequestFrame): void;
  close(): void;
}

export interface TransportEvents {
  opened(transport: ClientTransport): void;
  received(frame: ServerFrame): void;
  closed(reason: CloseReason | null): void;
}

export interface Dialer {
  /** Starts to connect to some server; `opened` or `closed` follows. */
  dial(events: TransportEvents): void;
}
