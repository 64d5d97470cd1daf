/** Rooms, their generations' events, and the recorded requests (P3, P20, P23). */
import type { Database, Statement } from 'better-sqlite3';
import { wakeAt } from '../../core/due.ts';
import type { RoomEvent } from '../../core/event.ts';
import type { RoomCode, StoreTime } from '../../core/ids.ts';
import type { CommittedReply } from '../../core/reply.ts';
import type { RoomState } from '../../core/state.ts';
import type {
  Head,
  Position,
  RequestKey,
  RequestRecord,
  TailBatch,
} from '../../ports/room-store.ts';
import { eventFrom, replyFrom } from './json.ts';

export interface RoomRow extends Head {
  readonly state: string;
  readonly retainedFrom: number;
}

export interface Counters {
  readonly generation: number;
  readonly position: Position;
}

interface RequestRow {
  readonly identity: string;
  readonly reply: string;
}

interface TailRow {
  readonly position: Position;
  readonly code: RoomCode;
  readonly event: string;
}

export class RoomTable {
  readonly #counters: Statement<[], Counters>;
  readonly #count: Statement<[number, number]>;
  readonly #startCounting: Statement<[]>;
  readonly #room: Statement<[string], RoomRow>;
  readonly #head: Statement<[string], Head>;
  readonly #openGeneration: Statement<[number, string, number]>;
  readonly #advance: Statement<[number, number]>;
  readonly #rearm: Statement<[number | null, string]>;
  readonly #writeRoom: Statement<[string, number, string, number | null]>;
  readonly #due: Statement<[number, number], RoomCode>;
  readonly #armed: Statement<[string], StoreTime | null>;
  readonly #nextWake: Statement<[], StoreTime>;
  readonly #append: Statement<[number, number, number, number, string]>;
  readonly #eventsAfter: Statement<[number, number, number], string>;
  readonly #tail: Statement<[number, number], TailRow>;
  readonly #request: Statement<[string, number, string], RequestRow>;
  readonly #record: Statement<[string, number, string, string, string, number]>;

  constructor(db: Database) {
    this.#counters = db.prepare('SELECT generation, position FROM counters');
    this.#count = db.prepare('UPDATE counters SET generation = ?, position = ?');
    this.#startCounting = db.prepare(
      'INSERT OR IGNORE INTO counters (id, generation, position) VALUES (1, 0, 0)',
    );
    this.#room = db.prepare(`
      SELECT generation, revision, state, retained_from AS retainedFrom
      FROM rooms JOIN generations USING (generation) WHERE rooms.code = ?`);
    this.#head = db.prepare(`
      SELECT generation, revision FROM rooms JOIN generations USING (generation)
      WHERE rooms.code = ?`);
    this.#openGeneration = db.prepare(`
      INSERT INTO generations (generation, code, revision, retained_from) VALUES (?, ?, ?, 1)`);
    this.#advance = db.prepare('UPDATE generations SET revision = ? WHERE generation = ?');
    this.#rearm = db.prepare('UPDATE rooms SET wake_at = ? WHERE code = ?');
    this.#writeRoom = db.prepare(`
      INSERT INTO rooms (code, generation, state, wake_at) VALUES (?, ?, ?, ?)
      ON CONFLICT (code) DO UPDATE SET
        generation = excluded.generation, state = excluded.state, wake_at = excluded.wake_at`);
    this.#due = db
      .prepare<[number, number], RoomCode>(
        'SELECT code FROM rooms WHERE wake_at <= ? ORDER BY wake_at, code LIMIT ?',
      )
      .pluck();
    this.#armed = db
      .prepare<[string], StoreTime | null>('SELECT wake_at FROM rooms WHERE code = ?')
      .pluck();
    this.#nextWake = db
      .prepare<[], StoreTime>(
        'SELECT wake_at FROM rooms WHERE wake_at IS NOT NULL ORDER BY wake_at LIMIT 1',
      )
      .pluck();
    this.#append = db.prepare(`
      INSERT INTO events (position, generation, sequence, at, event) VALUES (?, ?, ?, ?, ?)`);
    this.#eventsAfter = db
      .prepare<[number, number, number], string>(
        'SELECT event FROM events WHERE generation = ? AND sequence > ? ORDER BY sequence LIMIT ?',
      )
      .pluck();
    this.#tail = db.prepare(`
      SELECT position, code, event FROM events JOIN generations USING (generation)
      WHERE position > ? ORDER BY position LIMIT ?`);
    this.#request = db.prepare(`
      SELECT identity, reply FROM requests WHERE code = ? AND generation = ? AND request_id = ?`);
    this.#record = db.prepare(`
      INSERT OR IGNORE INTO requests (code, generation, request_id, identity, reply, at)
      VALUES (?, ?, ?, ?, ?, ?)`);
  }

  /** Of a new file; inside a write transaction. */
  start(): void {
    this.#startCounting.run();
  }

  counters(): Counters {
    const counters = this.#counters.get();
    if (counters === undefined) throw new Error('the store has no counters');
    return counters;
  }

  count(generation: number, position: Position): void {
    this.#count.run(generation, position);
  }

  room(code: RoomCode): RoomRow | undefined {
    return this.#room.get(code);
  }

  head(code: RoomCode): Head | undefined {
    return this.#head.get(code);
  }

  openGeneration({ generation, code, revision }: RoomState): void {
    this.#openGeneration.run(generation, code, revision);
  }

  /** The state is the room's snapshot, or its checkpoint, from now on. */
  write(state: RoomState): void {
    this.#advance.run(state.revision, state.generation);
    this.#writeRoom.run(state.code, state.generation, JSON.stringify(state), wakeAt(state));
  }

  /** The room has come to this state, which its events tell: only what stands beside them is written. */
  advance(state: RoomState): void {
    this.#advance.run(state.revision, state.generation);
    this.#rearm.run(wakeAt(state), state.code);
  }

  append(event: RoomEvent, position: Position): void {
    const { generation, sequence, at } = event;
    this.#append.run(position, generation, sequence, at, JSON.stringify(event));
  }

  /** The retained events of the generation with sequence > `cursor`; -1: without limit. */
  eventsAfter(generation: number, cursor: number, limit: number): readonly RoomEvent[] {
    return this.#eventsAfter.all(generation, cursor, limit).map(eventFrom);
  }

  tail(position: Position, limit: number): TailBatch {
    const rows = this.#tail.all(position, limit);
    return {
      entries: rows.map(({ code, event }) => ({ code, event: eventFrom(event) })),
      position: rows.at(-1)?.position ?? position,
    };
  }

  due(at: StoreTime, limit: number): readonly RoomCode[] {
    return this.#due.all(at, limit);
  }

  armed(code: RoomCode): StoreTime | null {
    return this.#armed.get(code) ?? null;
  }

  nextWake(): StoreTime | null {
    return this.#nextWake.get() ?? null;
  }

  request(code: RoomCode, generation: number, key: RequestKey): RequestRecord | null {
    const row = this.#request.get(code, scopeOf(key, generation), key.requestId);
    return row === undefined ? null : { identity: row.identity, reply: replyFrom(row.reply) };
  }

  /** The first outcome of a request is the one that its repetitions get. */
  record(state: RoomState, key: RequestKey, reply: CommittedReply, at: StoreTime): void {
    const { code, generation } = state;
    const { requestId, identity } = key;
    const scope = scopeOf(key, generation);
    this.#record.run(code, scope, requestId, identity, JSON.stringify(reply), at);
  }
}

/** Generation 0: the request belongs to the code. */
const scopeOf = ({ scope }: RequestKey, generation: number): number =>
  scope === 'code' ? 0 : generation;
