/** The other end of a client under test: every dial and every request is there to be looked at and answered by hand. */
import { connectionId, memberId, type RequestId, roomCode } from '../core/ids.ts';
import type { RefusalCode } from '../core/refusal.ts';
import type { PublicEvent } from '../core/view.ts';
import type { ClientStorage, StoredClient } from '../ports/client-storage.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log, LogFields } from '../ports/log.ts';
import type {
  Answer,
  ClientRequest,
  ClientTransport,
  CloseReason,
  Dialer,
  RequestFrame,
  ServerFrame,
  SessionAnswer,
  TransportEvents,
} from '../ports/network.ts';
import type { Random } from '../ports/random.ts';
import { Client } from './client.ts';
import type { ClientOptions, Settled } from './client-options.ts';
import { answerAfter } from './room-script.test-suite.ts';

export class ManualClock implements Clock {
  #now = 0;
  #sleepers: { readonly due: number; readonly wake: () => void }[] = [];

  sleep(ms: number): Promise<void> {
    return new Promise((wake) => this.#sleepers.push({ due: this.#now + ms, wake }));
  }

  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      const { due, wake } = next;
      this.#now = due;
      this.#sleepers = this.#sleepers.filter((sleeper) => sleeper !== next);
      wake();
      await Promise.resolve();
      await Promise.resolve();
    }
    this.#now = end;
  }

  #next(end: number) {
    const due = this.#sleepers.filter((sleeper) => sleeper.due <= end);
    return due.sort((a, b) => a.due - b.due)[0];
  }
}

/** Always the least of what is allowed; ids count up over all clients that share it. */
class CountingRandom implements Random {
  #ids = 0;

  below(): number {
    return 0;
  }

  id(): string {
    this.#ids += 1;
    return `r${this.#ids}`;
  }
}

export class MemoryStorage implements ClientStorage {
  stored: StoredClient = { session: null, pending: null, command: null };

  read(): StoredClient {
    return this.stored;
  }

  write(stored: StoredClient): void {
    this.stored = stored;
  }
}

export class RecordingLog implements Log {
  readonly lines: LogFields[] = [];

  info(_message: string, fields: LogFields): void {
    this.lines.push(fields);
  }

  warn(message: string, fields: LogFields): void {
    this.info(message, fields);
  }
}

/** A request as it left the client, and what the storage held at that moment. */
export interface Sent extends RequestFrame {
  readonly stored: StoredClient;
}

/** One transport, from the dial on. */
export class Call {
  readonly sent: Sent[] = [];
  readonly #events: TransportEvents;
  readonly #storage: MemoryStorage;
  hungUp = false;

  constructor(events: TransportEvents, storage: MemoryStorage) {
    this.#events = events;
    this.#storage = storage;
  }

  open(id: string): this {
    const transport: ClientTransport = {
      connectionId: connectionId(id),
      send: (frame) => this.sent.push({ ...frame, stored: this.#storage.stored }),
      close: () => {
        this.hungUp = true;
      },
    };
    this.#events.opened(transport);
    return this;
  }

  close(reason: CloseReason | null): void {
    this.#events.closed(reason);
  }

  deliver(frame: ServerFrame): void {
    this.#events.received(frame);
  }

  event(event: PublicEvent): void {
    this.deliver({ kind: 'event', event });
  }

  pulse(generation: number, revision: number): void {
    this.deliver({ kind: 'pulse', generation, revision });
  }

  reply(id: RequestId, answer: Answer): void {
    this.deliver({ kind: 'reply', requestId: id, answer });
  }

  /** Answers the last request. */
  answer(answer: Answer): void {
    this.reply(this.last.requestId, answer);
  }

  refuse(code: RefusalCode): void {
    this.answer({ kind: 'refused', code, generation: null });
  }

  get last(): Sent {
    const last = this.sent.at(-1);
    if (last === undefined) throw new Error('nothing was sent on this transport');
    return last;
  }

  get kinds(): ClientRequest['kind'][] {
    return this.sent.map((frame) => frame.request.kind);
  }
}

export class ScriptedServer implements Dialer {
  readonly calls: Call[] = [];
  readonly #storage: MemoryStorage;

  constructor(storage: MemoryStorage) {
    this.#storage = storage;
  }

  dial(events: TransportEvents): void {
    this.calls.push(new Call(events, this.#storage));
  }

  get call(): Call {
    const call = this.calls.at(-1);
    if (call === undefined) throw new Error('nobody has dialled');
    return call;
  }
}

/** A session answer of `events`' generation, for a member that is attached to `connection`. */
export function session(
  events: readonly PublicEvent[],
  {
    connection,
    epoch,
    cursor = null,
  }: { connection: string; epoch: number; cursor?: number | null },
): SessionAnswer {
  return {
    kind: 'session',
    ...answerAfter(events, cursor),
    epoch,
    connection: connectionId(connection),
    role: 'member',
    host: memberId('who-a-reply-names'),
    hostTerm: 99,
    sessionId: 'secret-session',
    nonce: `secret-nonce-${epoch}`,
    token: 'secret-token',
  };
}

/** One page after another of the same member, over the same storage. */
export class Browser {
  readonly clock: ManualClock = new ManualClock();
  readonly storage: MemoryStorage = new MemoryStorage();
  readonly server: ScriptedServer = new ScriptedServer(this.storage);
  readonly log: RecordingLog = new RecordingLog();
  readonly settled: Settled[] = [];
  readonly #random = new CountingRandom();

  page(options: Partial<ClientOptions> = {}): Client {
    const ports = {
      dialer: this.server,
      clock: this.clock,
      random: this.#random,
      storage: this.storage,
      log: this.log,
    };
    return new Client(ports, {
      code: roomCode('ROOM'),
      memberId: memberId('bob'),
      backoffMs: 100,
      maxBackoffMs: 1_000,
      requestTimeoutMs: 2_000,
      clientRetryMs: 60_000,
      silenceMs: null,
      onSettled: (settled) => this.settled.push(settled),
      ...options,
    });
  }

  get call(): Call {
    return this.server.call;
  }
}

/** A page of bob that is live on connection c1 with epoch 1, and the events of generation 7 so far. */
export function livePage(
  browser: Browser,
  events: readonly PublicEvent[],
  options: Partial<ClientOptions> = {},
): Client {
  const page = browser.page(options);
  page.join(null);
  browser.call.open('c1').answer(session(events, { connection: 'c1', epoch: 1 }));
  return page;
}
