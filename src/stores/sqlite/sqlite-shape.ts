/** What tells the shapes apart on a file: where a room's state comes from, and what compaction may drop (P26, P27). */
import type { Database } from 'better-sqlite3';
import type { RoomState } from '../../core/state.ts';
import type { Projection } from '../../ports/room-store.ts';
import type { Commit } from '../commit-check.ts';
import type { Cutoffs } from './compaction.ts';
import type { RoomRow, RoomTable } from './room-table.ts';
import type { Shape } from './schema.ts';
import type { Transactions } from './transactions.ts';

export interface SqliteShape {
  /** Of the ledger shape only. */
  readonly projection?: Projection;
  /** Of a new file; inside a write transaction. */
  start(): void;
  /** The state of the room; inside a transaction. */
  state(row: RoomRow): RoomState;
  /**
   * The commit's events have been appended: writes the state that they lead to, and returns it. `row`: the room before;
   * undefined where the commit opens a generation.
   */
  write(row: RoomRow | undefined, commit: Commit): RoomState;
  /** The generations in which there is something to drop, in ascending order; inside a transaction. */
  compactable(cutoffs: Cutoffs, limit: number): readonly number[];
  /** Drops it, in transactions of its own; whether there was anything. */
  compact(generation: number, cutoffs: Cutoffs): boolean;
}

/** What a shape works on. */
export interface OpenFile {
  readonly db: Database;
  readonly transactions: Transactions;
  readonly rooms: RoomTable;
}

export interface MakeShape {
  readonly shape: Shape;
  of(file: OpenFile): SqliteShape;
}
