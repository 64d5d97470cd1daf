/** Opens a store's file, or says what is wrong with it. */
import Sqlite, { type Database } from 'better-sqlite3';
import { StoreUnavailable } from '../../ports/room-store.ts';
import { migrate, type Shape } from './schema.ts';
import { asUnavailable } from './unavailable.ts';

export interface FileSettings {
  readonly path: string;
  /** `full`: a commit that was answered survives a power cut (default). `off`: a killed process only, for simulation. */
  readonly synchronous?: 'full' | 'off';
  /** How long to wait for another process's transaction, in ms; 5,000 by default. */
  readonly busyTimeoutMs?: number;
  /** Upper bound of the file, in pages of 4,096 bytes; beyond it the store is full. */
  readonly maxPages?: number;
}

export function openDatabase(settings: FileSettings, shape: Shape): Database {
  const { path } = settings;
  const db = connect(settings);
  try {
    configure(db, settings);
    db.transaction(() => migrate(db, path, shape)).immediate();
    return db;
  } catch (error) {
    db.close();
    throw asUnavailable(error, path);
  }
}

function connect({ path, busyTimeoutMs }: FileSettings): Database {
  try {
    return new Sqlite(path, { timeout: busyTimeoutMs ?? 5_000 });
  } catch (error) {
    // The driver's own check of the directory, the one thing that it does not leave to SQLite.
    if (error instanceof TypeError) {
      throw new StoreUnavailable(
        `${path} cannot be opened, its directory does not exist: create it`,
        {
          cause: error,
        },
      );
    }
    throw asUnavailable(error, path);
  }
}

function configure(db: Database, { path, synchronous, maxPages }: FileSettings): void {
  const mode = db.pragma('journal_mode = WAL', { simple: true });
  if (mode !== 'wal') {
    throw new StoreUnavailable(
      `${path} cannot be kept in WAL mode (it is in ${String(mode)}): name a file on a local disk`,
    );
  }
  db.pragma(`synchronous = ${synchronous ?? 'full'}`);
  db.pragma('foreign_keys = ON');
  if (maxPages !== undefined) db.pragma(`max_page_count = ${maxPages}`);
}
