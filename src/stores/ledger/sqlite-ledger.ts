/** The ledger shape (P27) in a SQLite file, which any number of processes of one machine may have open. */
import type { Projection } from '../../ports/room-store.ts';
import { type SqliteSettings, SqliteStore } from '../sqlite/sqlite-store.ts';
import { LedgerShape } from './ledger-shape.ts';

export class SqliteLedger extends SqliteStore {
  declare readonly projection: Projection;

  /** Throws `StoreUnavailable`, naming the file and what is wrong with it, if it cannot be used. */
  constructor(settings: SqliteSettings) {
    super(settings, { shape: 'ledger', of: (file) => new LedgerShape(file) });
  }
}
