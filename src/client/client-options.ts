/** What a client is made of and what it tells its owner. */
import type { MemberId, RequestId, RoomCode } from '../core/ids.ts';
import type { RefusalCode } from '../core/refusal.ts';
import type { ClientStorage } from '../ports/client-storage.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { ClientRequest, Dialer } from '../ports/network.ts';
import type { Random } from '../ports/random.ts';
import type { BackoffBounds } from './backoff.ts';
import type { Replica } from './replica.ts';
import type { ClientRules } from './session-rules.ts';

export interface ClientPorts {
  readonly dialer: Dialer;
  readonly clock: Clock;
  readonly random: Random;
  readonly storage: ClientStorage;
  readonly log: Log;
}

export interface ClientOptions extends BackoffBounds {
  readonly code: RoomCode;
  /** As which the transports are authenticated. */
  readonly memberId: MemberId;
  /** After how long without an answer a request is repeated, in ms. */
  readonly requestTimeoutMs: number;
  /** How long a request is repeated, in ms (protocol §10). */
  readonly clientRetryMs: number;
  /** After how long without any frame a transport counts as broken, in ms, several pulses; null: it says so itself. */
  readonly silenceMs: number | null;
  /** Called after anything that the client shows has changed. */
  readonly onChange?: () => void;
  /** Called when a request has its final outcome. */
  readonly onSettled?: (settled: Settled) => void;
  readonly rules?: Partial<ClientRules>;
  readonly replica?: Replica;
}

/**
 * `superseded`: another connection of the member has taken its place, and it does not fight back (P16). `over`: it has
 * no session and cannot get one back in that generation; the owner may join or open anew.
 */
export type ClientStatus =
  | 'idle'
  | 'connecting'
  | 'joining'
  | 'live'
  | 'offline'
  | 'superseded'
  | 'over';

/** Whether an intent was taken up; its outcome is reported by `onSettled` under the request id. */
export type Intent =
  | { readonly kind: 'taken'; readonly requestId: RequestId }
  | { readonly kind: 'declined'; readonly reason: 'busy' | 'not_live' | 'stopped' };

/** The outcome of a request as its client knows it; carries no secret (P19). */
export interface Settled {
  readonly requestId: RequestId;
  readonly kind: ClientRequest['kind'];
  /** `unknown`: it was sent, and the client no longer waits for the answer. `not_sent`: it had no effect. */
  readonly result: 'accepted' | 'unknown' | 'not_sent' | RefusalCode;
  /** The generation that the answer named. */
  readonly generation: number | null;
}
