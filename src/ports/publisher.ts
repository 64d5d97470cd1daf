/** A publication target outside the lobby: a bus, a webhook (P21). */
import type { RoomCode } from '../core/ids.ts';
import type { PublicEvent } from '../core/view.ts';

export interface Publication {
  /** `code:generation:sequence`: what a consumer recognises a second delivery by. */
  readonly idempotencyKey: string;
  readonly code: RoomCode;
  readonly event: PublicEvent;
}

export type PublishOutcome =
  | { readonly kind: 'delivered' }
  /** To be tried again; not before `retryAfterMs`, where the target says so. */
  | { readonly kind: 'failed'; readonly retryAfterMs: number | null }
  /** Refused for good: trying again is of no use. */
  | { readonly kind: 'rejected' };

export interface Publisher {
  readonly target: string;
  publish(publication: Publication): Promise<PublishOutcome>;
}
