/**
 * What a server sends to its own sockets: it tails the log rather than waiting to be the publisher (P21), closes
 * connections that committed events have ended (P16), and sends pulses (P24).
 */
import type { RoomEvent } from '../core/event.ts';
import type { RoomCode } from '../core/ids.ts';
import { publicEvent } from '../core/view.ts';
import type { Clock } from '../ports/clock.ts';
import type { CloseReason } from '../ports/network.ts';
import type { Position, RoomStore } from '../ports/room-store.ts';
import { repeat } from './repeat.ts';
import { type AttachedSession, type HeldConnection, QUEUE_BOUND } from './held-connection.ts';

const BATCH = 64;
/** How long one tail call may wait for news, in ms; it is asked again at once. */
const TAIL_WAIT_MS = 30_000;

export class Feed {
  readonly #store: RoomStore;
  readonly #clock: Clock;
  readonly #shut: (held: HeldConnection, reason: CloseReason) => void;
  readonly #listeners = new Map<RoomCode, Set<HeldConnection>>();
  #position: Position = 0;

  constructor(
    ports: { readonly store: RoomStore; readonly clock: Clock },
    shut: (held: HeldConnection, reason: CloseReason) => void,
  ) {
    this.#store = ports.store;
    this.#clock = ports.clock;
    this.#shut = shut;
  }

  /** Everything committed from here on will be fed; nobody is connected yet who could miss what was before. */
  async start(): Promise<void> {
    this.#position = await this.#store.position();
  }

  async run(running: () => boolean): Promise<void> {
    await repeat(this.#clock, running, 0, async () => {
      const batch = await this.#store.tail(this.#position, BATCH, TAIL_WAIT_MS);
      this.#position = batch.position;
      for (const { code, event } of batch.entries) this.#deliver(code, event);
    });
  }

  /** From now on the connection gets the room's events: before its backfill is read, so that none is lost (P23). */
  listen(held: HeldConnection, code: RoomCode): void {
    if (held.listening === code) return;
    this.forget(held);
    held.listening = code;
    const listeners = this.#listeners.get(code);
    if (listeners === undefined) this.#listeners.set(code, new Set([held]));
    else listeners.add(held);
  }

  forget(held: HeldConnection): void {
    if (held.listening === null) return;
    const listeners = this.#listeners.get(held.listening);
    listeners?.delete(held);
    if (listeners?.size === 0) this.#listeners.delete(held.listening);
    held.listening = null;
    held.waiting = [];
  }

  /** The answer has been sent: what waited for it goes out, or, without a session, is for somebody else. */
  flush(held: HeldConnection): void {
    const { waiting } = held;
    held.waiting = [];
    if (held.session === null) this.forget(held);
    else for (const event of waiting) this.#deliverTo(held, held.session, event);
  }

  #deliver(code: RoomCode, event: RoomEvent): void {
    for (const held of this.#listeners.get(code) ?? []) {
      if (held.session !== null && !held.busy) this.#deliverTo(held, held.session, event);
      else if (held.waiting.push(event) > QUEUE_BOUND) this.#shut(held, 'slow');
    }
  }

  #deliverTo(held: HeldConnection, session: AttachedSession, event: RoomEvent): void {
    const { generation, throughSequence } = session;
    if (event.generation !== generation || event.sequence <= throughSequence) return;
    held.send({ kind: 'event', event: publicEvent(event) });
    const ended = endedBy(held, session, event);
    if (ended !== null) this.#shut(held, ended);
    else if (attaches(held, event)) held.session = { ...session, epoch: event.epoch };
  }

  /** P24: generation and revision of every room with a connection here, read from the store. */
  async pulse(): Promise<void> {
    const codes = [...this.#listeners.keys()];
    if (codes.length === 0) return;
    for (const { code, generation, revision } of await this.#store.heads(codes)) {
      for (const held of this.#listeners.get(code) ?? []) {
        if (held.session !== null) held.send({ kind: 'pulse', generation, revision });
      }
    }
  }
}

type Resumed = Extract<RoomEvent, { readonly kind: 'member.resumed' | 'host.resumed' }>;

/** A commit whose answer was lost may have given the session on this connection a new epoch. */
const attaches = (held: HeldConnection, event: RoomEvent): event is Resumed =>
  (event.kind === 'member.resumed' || event.kind === 'host.resumed') &&
  event.attachment.connectionId === held.connection.connectionId;

/** Whether the event ends what is attached on this connection, and with which reason it is closed. */
function endedBy(
  held: HeldConnection,
  session: AttachedSession,
  event: RoomEvent,
): CloseReason | null {
  if (event.kind === 'room.closed') return 'ended';
  if (!('memberId' in event) || event.memberId !== session.memberId) return null;
  switch (event.kind) {
    case 'member.left':
      return 'ended';
    case 'session.renewed':
      return 'superseded';
    case 'member.resumed':
    case 'host.resumed':
      return attaches(held, event) ? null : 'superseded';
    case 'member.absent':
    case 'host.absent':
      return event.epoch === session.epoch ? 'instance_void' : 'superseded';
    default:
      return null;
  }
}
