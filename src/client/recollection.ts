/** What a client remembers over a reload (P24): its session, and the request that may have been committed. */
import type { RequestId } from '../core/ids.ts';
import type { ClientStorage, StoredSession } from '../ports/client-storage.ts';
import type { ClientRequest } from '../ports/network.ts';
import { type CommandRequest, Exchange, type SessionRequest } from './exchange.ts';

interface Remembered {
  readonly session: StoredSession | null;
  readonly sessionRequest: Exchange<SessionRequest> | null;
  readonly command: Exchange<CommandRequest> | null;
}

export class Recollection {
  readonly #storage: ClientStorage;
  #session: StoredSession | null = null;
  #requestId: RequestId | null = null;
  #request: ClientRequest | null = null;

  constructor(storage: ClientStorage) {
    this.#storage = storage;
  }

  recall(): Remembered {
    const { session, pending } = this.#storage.read();
    this.#session = session;
    this.#requestId = pending?.requestId ?? null;
    this.#request = pending?.request ?? null;
    if (pending === null) return { session, sessionRequest: null, command: null };
    return { session, ...asExchange(pending.requestId, pending.request) };
  }

  /** There is one place for a request: one for a session goes before a command, which then lives in memory alone. */
  remember(session: StoredSession | null, exchange: Exchange | null): void {
    const id = exchange?.requestId ?? null;
    const request = exchange?.request ?? null;
    if (session === this.#session && id === this.#requestId && request === this.#request) return;
    this.#session = session;
    this.#requestId = id;
    this.#request = request;
    const pending = id === null || request === null ? null : { requestId: id, request };
    this.#storage.write({ session, pending });
  }
}

function asExchange(
  id: RequestId,
  request: ClientRequest,
): Pick<Remembered, 'sessionRequest' | 'command'> {
  switch (request.kind) {
    case 'open':
    case 'join':
    case 'resume':
      return { sessionRequest: new Exchange(id, request, true), command: null };
    case 'attach':
    case 'backfill':
      return { sessionRequest: null, command: null };
    default:
      return { sessionRequest: null, command: new Exchange(id, request, true) };
  }
}
