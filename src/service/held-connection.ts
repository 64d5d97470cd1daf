/** One transport that this instance holds, and what it knows of the session on it. */
import type { RoomEvent } from '../core/event.ts';
import type { MemberId, RoomCode } from '../core/ids.ts';
import type { Connection, RequestFrame, ServerFrame } from '../ports/network.ts';

/** What is attached, as the reply that attached it said. */
export interface AttachedSession {
  readonly code: RoomCode;
  readonly generation: number;
  readonly memberId: MemberId;
  readonly epoch: number;
  /** The sequence of that reply: events up to here are in its backfill. */
  readonly throughSequence: number;
}

/** Requests and events that may wait on one connection; beyond, it is closed as slow. */
export const QUEUE_BOUND = 256;

export class HeldConnection {
  readonly connection: Connection;
  readonly requests: RequestFrame[] = [];
  /** Events that wait until the answer to the request under way has been sent (P23). */
  waiting: RoomEvent[] = [];
  session: AttachedSession | null = null;
  /** The room to whose feed this connection listens, from before its backfill is read (P23). */
  listening: RoomCode | null = null;
  /** A request is being answered: its outcome may yet attach this connection (P5). */
  busy = false;
  closed = false;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  send(frame: ServerFrame): void {
    if (!this.closed) this.connection.send(frame);
  }
}
