/** What SQLite says when it cannot, in the words of the store's users: which file, what is wrong, what would be right. */
import Sqlite from 'better-sqlite3';
import { StoreUnavailable } from '../../ports/room-store.ts';

const DAMAGED = 'is damaged: restore it from a backup';

/** By the beginning of SQLite's result code. */
const FAULTS: readonly (readonly [code: string, fault: string])[] = [
  ['SQLITE_BUSY', 'is locked by another process: wait for it, or end it'],
  ['SQLITE_LOCKED', 'is locked by another connection: wait for it'],
  ['SQLITE_FULL', 'cannot grow, the disk is full: free some space'],
  ['SQLITE_IOERR', 'cannot be read or written: check the disk that it is on'],
  ['SQLITE_READONLY', 'is read-only: make the file and its directory writable for this user'],
  ['SQLITE_CORRUPT', DAMAGED],
  ['SQLITE_NOTADB', 'is no SQLite file: name a store, or a file that does not exist yet'],
  ['SQLITE_CANTOPEN', 'cannot be opened: make it and its directory accessible to this user'],
  ['SQLITE_PERM', 'may not be accessed: make it and its directory accessible to this user'],
  ['SQLITE_PROTOCOL', 'cannot be locked: keep it on a local disk'],
];

/** `StoreUnavailable` for what is the store's fault; any other error as it is. */
export function asUnavailable(error: unknown, path: string): unknown {
  if (error instanceof SyntaxError) {
    return new StoreUnavailable(`${path} ${DAMAGED} (${error.message})`, { cause: error });
  }
  if (!(error instanceof Sqlite.SqliteError)) return error;
  // What is left are tables that are not as this release made them.
  const fault = FAULTS.find(([code]) => error.code.startsWith(code))?.[1] ?? DAMAGED;
  return new StoreUnavailable(`${path} ${fault} (${error.code}: ${error.message})`, {
    cause: error,
  });
}
