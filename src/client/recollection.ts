/** What a client remembers over a reload (P24): its session, and the requests that may have been committed. */
import type {
  ClientStorage,
  StoredClient,
  StoredRequest,
  StoredSession,
} from '../ports/client-storage.ts';
import { type CommandRequest, Exchange, type SessionRequest } from './exchange.ts';

interface Remembered {
  readonly session: StoredSession | null;
  readonly sessionRequest: Exchange<SessionRequest> | null;
  readonly command: Exchange<CommandRequest> | null;
}

export class Recollection {
  readonly #storage: ClientStorage;
  #stored: StoredClient = { session: null, pending: null, command: null };

  constructor(storage: ClientStorage) {
    this.#storage = storage;
  }

  recall(): Remembered {
    this.#stored = this.#storage.read();
    const { session, pending, command } = this.#stored;
    return {
      session,
      sessionRequest: pending === null ? null : asSessionRequest(pending),
      command: command === null ? null : asCommand(command),
    };
  }

  /** Called whenever something may have changed; writes only when something has. */
  remember(
    session: StoredSession | null,
    sessionRequest: Exchange<SessionRequest> | null,
    command: Exchange<CommandRequest> | null,
  ): void {
    const before = this.#stored;
    if (
      session === before.session &&
      sessionRequest?.requestId === before.pending?.requestId &&
      sessionRequest?.request === before.pending?.request &&
      command?.requestId === before.command?.requestId
    ) {
      return;
    }
    this.#stored = { session, pending: stored(sessionRequest), command: stored(command) };
    this.#storage.write(this.#stored);
  }
}

const stored = (exchange: Exchange | null): StoredRequest | null =>
  exchange === null ? null : { requestId: exchange.requestId, request: exchange.request };

function asSessionRequest({ requestId, request }: StoredRequest): Exchange<SessionRequest> | null {
  switch (request.kind) {
    case 'open':
    case 'join':
    case 'resume':
      return new Exchange(requestId, request, true);
    default:
      return null;
  }
}

function asCommand({ requestId, request }: StoredRequest): Exchange<CommandRequest> | null {
  switch (request.kind) {
    case 'open':
    case 'join':
    case 'resume':
    case 'attach':
    case 'backfill':
      return null;
    default:
      return new Exchange(requestId, request, true);
  }
}
