/** What a client keeps over a reload (P24): enough to come back, and to repeat a request under its id. */
import type { RequestId } from '../core/ids.ts';
import type { ClientRequest } from './network.ts';

export interface StoredSession {
  readonly sessionId: string;
  readonly generation: number;
  readonly nonce: string;
}

export interface StoredClient {
  readonly session: StoredSession | null;
  /** The request whose answer has not arrived. */
  readonly pending: { readonly requestId: RequestId; readonly request: ClientRequest } | null;
}

/** Synchronous, like a browser's session storage: what is stored is stored before the request is sent. */
export interface ClientStorage {
  read(): StoredClient;
  write(stored: StoredClient): void;
}
