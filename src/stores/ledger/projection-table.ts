/** The projector's side of a ledger on a file (P27): any process may run one, a transaction lets one at a time on. */
import type { Statement } from 'better-sqlite3';
import type { RoomCode } from '../../core/ids.ts';
import type { RoomState } from '../../core/state.ts';
import type { AtLeast, Position, ProjectedRead, Projection } from '../../ports/room-store.ts';
import { stateFrom } from '../sqlite/json.ts';
import type { OpenFile } from '../sqlite/sqlite-shape.ts';
import { answerRead, projectEvent } from './projected-read.ts';

export class ProjectionTable implements Projection {
  readonly #transactions: OpenFile['transactions'];
  readonly #rooms: OpenFile['rooms'];
  readonly #start: Statement<[]>;
  readonly #position: Statement<[], Position>;
  readonly #move: Statement<[Position]>;
  readonly #state: Statement<[string], string>;
  readonly #write: Statement<[string, number, number, string]>;
  readonly #clear: Statement<[]>;
  readonly #beginAtCheckpoints: Statement<[]>;

  constructor({ db, transactions, rooms }: OpenFile) {
    this.#transactions = transactions;
    this.#rooms = rooms;
    this.#start = db.prepare('INSERT OR IGNORE INTO projector (id, position) VALUES (1, 0)');
    this.#position = db.prepare<[], Position>('SELECT position FROM projector').pluck();
    this.#move = db.prepare('UPDATE projector SET position = ?');
    this.#state = db
      .prepare<[string], string>('SELECT state FROM projections WHERE code = ?')
      .pluck();
    this.#write = db.prepare(`
      INSERT OR REPLACE INTO projections (code, generation, sequence, state) VALUES (?, ?, ?, ?)`);
    this.#clear = db.prepare('DELETE FROM projections');
    this.#beginAtCheckpoints = db.prepare(`
      INSERT INTO projections (code, generation, sequence, state)
      SELECT code, generation, json_extract(state, '$.revision'), state FROM rooms`);
  }

  /** Of a new file; inside a write transaction. */
  start(): void {
    this.#start.run();
  }

  position(): Position {
    return this.#transactions.read(() => this.#standsAt());
  }

  project(limit: number): number {
    return this.#transactions.write(() => {
      const { entries, position } = this.#rooms.tail(this.#standsAt(), limit);
      const moved = new Map<RoomCode, RoomState>();
      for (const { code, event } of entries) {
        moved.set(code, projectEvent(moved.get(code) ?? this.#projected(code), code, event));
      }
      for (const state of moved.values()) {
        this.#write.run(state.code, state.generation, state.revision, JSON.stringify(state));
      }
      // The last positions may be of events that compaction has dropped.
      this.#move.run(entries.length < limit ? this.#rooms.counters().position : position);
      return entries.length;
    });
  }

  readAtLeast(code: RoomCode, atLeast: AtLeast | null): ProjectedRead {
    return this.#transactions.read(() =>
      answerRead(this.#rooms.head(code) ?? null, this.#projected(code), atLeast),
    );
  }

  dropProjection(): void {
    this.#transactions.write(() => {
      this.#clear.run();
      this.#beginAtCheckpoints.run();
      this.#move.run(0);
    });
  }

  #standsAt(): Position {
    const position = this.#position.get();
    if (position === undefined) throw new Error('P27: the ledger has no projector');
    return position;
  }

  #projected(code: RoomCode): RoomState | null {
    const state = this.#state.get(code);
    return state === undefined ? null : stateFrom(state);
  }
}
