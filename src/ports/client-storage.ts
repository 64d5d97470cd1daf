/** What a client keeps over a reload (P24): enough to come back, and to repeat its requests under their ids. */
import type { RequestId } from '../core/ids.ts';
import type { ClientRequest } from './network.ts';

export interface StoredSession {
  readonly sessionId: string;
  readonly generation: number;
  readonly nonce: string;
  /** The epoch that the answer gave it: which of the member's stays this is. */
  readonly epoch: number;
}

/** A request whose answer has not arrived. */
export interface StoredRequest {
  readonly requestId: RequestId;
  readonly request: ClientRequest;
}

export interface StoredClient {
  readonly session: StoredSession | null;
  /** An open, join or resume. */
  readonly pending: StoredRequest | null;
  /** Any other command, which may be under way at the same time. */
  readonly command: StoredRequest | null;
}

/** Synchronous, like a browser's session storage: what is stored is stored before the request is sent. */
export interface ClientStorage {
  read(): StoredClient;
  write(stored: StoredClient): void;
}
