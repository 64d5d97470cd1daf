/** The ledger shape (P27) on a file: a room's state is the checkpoint in its row, and the fold of the events after it. */
import type { Statement } from 'better-sqlite3';
import type { RoomState } from '../../core/state.ts';
import type { Commit } from '../commit-check.ts';
import { ACKNOWLEDGED, Compaction, type Cutoffs } from '../sqlite/compaction.ts';
import { stateFrom } from '../sqlite/json.ts';
import type { RoomRow } from '../sqlite/room-table.ts';
import type { OpenFile, SqliteShape } from '../sqlite/sqlite-shape.ts';
import { foldEvents } from './fold.ts';
import { ProjectionTable } from './projection-table.ts';

/** Bounds what a load has to fold: a commit this many events beyond the checkpoint makes the next one. */
const CHECKPOINT_EVERY = 8;

/** The last sequence of the generation that the projection has. */
const PROJECTED = `coalesce((
  SELECT iif(p.generation > g.generation, g.revision, iif(p.generation = g.generation, p.sequence, 0))
  FROM projections AS p WHERE p.code = g.code), 0)`;

export class LedgerShape implements SqliteShape {
  readonly projection: ProjectionTable;
  readonly #transactions: OpenFile['transactions'];
  readonly #rooms: OpenFile['rooms'];
  readonly #compaction: Compaction;
  readonly #checkpoint: Statement<[number], string>;
  readonly #writeCheckpoint: Statement<[string, number]>;

  constructor(file: OpenFile) {
    const { db, transactions, rooms } = file;
    this.projection = new ProjectionTable(file);
    this.#transactions = transactions;
    this.#rooms = rooms;
    this.#compaction = new Compaction(db, `min(${ACKNOWLEDGED}, ${PROJECTED})`);
    this.#checkpoint = db
      .prepare<[number], string>('SELECT state FROM rooms WHERE generation = ?')
      .pluck();
    this.#writeCheckpoint = db.prepare('UPDATE rooms SET state = ? WHERE generation = ?');
  }

  start(): void {
    this.projection.start();
  }

  state(row: RoomRow): RoomState {
    return this.#foldOn(stateFrom(row.state), -1);
  }

  /** The events decide, never the state that came with them. The opening commit leaves the first checkpoint. */
  write(row: RoomRow | undefined, { state: decided, events }: Commit): RoomState {
    const checkpoint = row === undefined ? null : stateFrom(row.state);
    const state =
      checkpoint === null ? foldEvents(null, decided.code, events) : this.#foldOn(checkpoint, -1);
    if (checkpoint === null || state.revision - checkpoint.revision >= CHECKPOINT_EVERY) {
      this.#rooms.write(state);
    } else {
      this.#rooms.advance(state);
    }
    return state;
  }

  compactable(cutoffs: Cutoffs, limit: number): readonly number[] {
    return this.#compaction.candidates(cutoffs, limit);
  }

  /** The checkpoint is committed before any event goes that it stands for: what is killed in between has lost nothing. */
  compact(generation: number, cutoffs: Cutoffs): boolean {
    const through = this.#transactions.write(() => {
      const last = this.#compaction.through(generation, cutoffs);
      this.#moveCheckpoint(generation, last);
      return last;
    });
    return this.#transactions.write(() => this.#compaction.compact(generation, cutoffs, through));
  }

  /** Of an earlier generation nobody asks for the state again: the rebuild begins at the latest one's checkpoint. */
  #moveCheckpoint(generation: number, through: number): void {
    const text = this.#checkpoint.get(generation);
    if (text === undefined) return;
    const checkpoint = stateFrom(text);
    if (checkpoint.revision >= through) return;
    const state = this.#foldOn(checkpoint, through - checkpoint.revision);
    this.#writeCheckpoint.run(JSON.stringify(state), generation);
  }

  /** The fold of the next `count` events after the checkpoint; -1: of all. */
  #foldOn(checkpoint: RoomState, count: number): RoomState {
    const { generation, revision, code } = checkpoint;
    return foldEvents(checkpoint, code, this.#rooms.eventsAfter(generation, revision, count));
  }
}
