/**
 * An attempt on a seat that is over is refused, and takes the record with it by which it was refused: the second one finds
 * nothing against it, and comes in (F13).
 */
import type {
  ClientRequest,
  Connection,
  RequestFrame,
  ServerFrame,
} from '../../src/ports/network.ts';
import type { ServerProcess } from '../system-under-test.ts';
import type { Variant } from './variant.ts';

export const recordConsumedByARefusal: Variant = {
  id: 'record-consumed-by-a-refusal',
  summary: 'refuses a resume in a seat that has expired once, and takes the next one for a join',
  rules: ['P11', 'P15', 'P18'],
  caughtBy: ['INV-REFUSAL'],
  breaks: ['f13-two-attempts-after-the-seat'],
  lobby: { server: (server) => new ConsumesRecords(server) },
};

class ConsumesRecords implements ServerProcess {
  readonly #server: ServerProcess;
  /** Session ids whose record is gone. */
  readonly #consumed = new Set<string>();
  readonly #asked = new Map<string, string>();

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  accept(connection: Connection): void {
    this.#server.accept({
      ...connection,
      send: (frame) => {
        this.#note(frame);
        connection.send(frame);
      },
    });
  }

  receive(id: Connection['connectionId'], frame: RequestFrame): void {
    this.#server.receive(id, { ...frame, request: this.#read(frame) });
  }

  closed(id: Connection['connectionId']): void {
    this.#server.closed(id);
  }

  #read({ requestId, request }: RequestFrame): ClientRequest {
    if (request.kind !== 'resume') return request;
    const { sessionId, generation } = request;
    if (this.#consumed.has(sessionId)) return { kind: 'join', generation };
    this.#asked.set(requestId, sessionId);
    return request;
  }

  #note(frame: ServerFrame): void {
    if (frame.kind !== 'reply' || frame.answer.kind !== 'refused') return;
    const sessionId = this.#asked.get(frame.requestId);
    const isOver = frame.answer.code === 'unknown_session';
    if (isOver && sessionId !== undefined) this.#consumed.add(sessionId);
  }
}
