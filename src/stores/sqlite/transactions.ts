/** All or nothing (P3): whatever fails, the transaction is rolled back and what was committed stays readable. */
import type { Database, Statement } from 'better-sqlite3';
import { StoreUnavailable } from '../../ports/room-store.ts';
import { asUnavailable } from './unavailable.ts';

export class Transactions {
  readonly #db: Database;
  readonly #path: string;
  readonly #beginRead: Statement<[]>;
  readonly #beginWrite: Statement<[]>;
  readonly #commit: Statement<[]>;
  readonly #rollback: Statement<[]>;

  constructor(db: Database, path: string) {
    this.#db = db;
    this.#path = path;
    this.#beginRead = db.prepare('BEGIN');
    this.#beginWrite = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#rollback = db.prepare('ROLLBACK');
  }

  /** All reads of `work` see one moment. */
  read<T>(work: () => T): T {
    return this.#run(this.#beginRead, work);
  }

  /** No other writer comes between what `work` reads and what it writes. */
  write<T>(work: () => T): T {
    return this.#run(this.#beginWrite, work);
  }

  #run<T>(begin: Statement<[]>, work: () => T): T {
    if (!this.#db.open) {
      throw new StoreUnavailable(`${this.#path} was closed by this process: open it again`);
    }
    try {
      begin.run();
      const result = work();
      this.#commit.run();
      return result;
    } catch (error) {
      this.#undo();
      throw asUnavailable(error, this.#path);
    }
  }

  #undo(): void {
    try {
      // On some faults SQLite has rolled back already.
      if (this.#db.inTransaction) this.#rollback.run();
    } catch (error) {
      throw asUnavailable(error, this.#path);
    }
  }
}
