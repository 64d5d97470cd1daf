/** What runs keep their rooms in: memory, or a real SQLite file that is emptied between runs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunPorts } from '../../sim/system-under-test.ts';
import { EngineInFront } from '../../sim/systems/engine-in-front.ts';
import type { MakeEngine } from '../../sim/systems/lobby-system.ts';
import { MemoryLedger } from '../stores/ledger/memory-ledger.ts';
import { MemoryStore } from '../stores/memory-store.ts';
import type { SqliteStore } from '../stores/sqlite/sqlite-store.ts';
import { UsageError } from './usage-error.ts';

export type StoreKind = 'memory' | 'sqlite';
/** Coordinator (P26) or ledger (P27). */
export type StoreShape = 'coordinator' | 'ledger';

/** Where the files of a run lie; null: it has none. */
export type StoreFolder = string | null;

function inMemory(shape: StoreShape): MakeEngine {
  const Store = shape === 'ledger' ? MemoryLedger : MemoryStore;
  return ({ storeNow, settings, targets }) =>
    new Store(storeNow, { heartbeatTimeoutMs: settings.heartbeatTimeoutMs, targets });
}

/** A folder for the files, to be removed with `removeStoreFolder`. */
export function makeStoreFolder(kind: StoreKind): StoreFolder {
  if (kind === 'memory') return null;
  try {
    return mkdtempSync(join(tmpdir(), 'interregnum-'));
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `${tmpdir()}: no folder for the store can be made there (${code}); name another in TMPDIR`,
    );
  }
}

export function removeStoreFolder(folder: StoreFolder): void {
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
}

/** `owner` tells apart those who use the folder at the same time. */
export async function engineMaker(
  folder: StoreFolder,
  shape: StoreShape,
  owner: string,
): Promise<MakeEngine> {
  return folder === null ? inMemory(shape) : onSqlite(folder, shape, owner);
}

const sqliteOf = async (shape: StoreShape): Promise<typeof SqliteStore> =>
  shape === 'ledger'
    ? (await import('../stores/ledger/sqlite-ledger.ts')).SqliteLedger
    : (await import('../stores/sqlite/sqlite-store.ts')).SqliteStore;

async function onSqlite(folder: string, shape: StoreShape, owner: string): Promise<MakeEngine> {
  const Store = await sqliteOf(shape).catch(notInstalled);
  const opened = new Map<string, { readonly engine: SqliteStore; run: RunPorts }>();
  return (run) => {
    const { settings, targets } = run;
    const { heartbeatTimeoutMs } = settings;
    const kind = `${heartbeatTimeoutMs}-${targets.join('-')}`;
    const known = opened.get(kind);
    if (known !== undefined) {
      known.run = run;
      known.engine.reset();
      return new KeptOpen(known.engine);
    }
    const current = { run };
    const clock = { bootId: 'simulation', monotonicMs: () => current.run.storeNow() };
    const path = join(folder, `${owner}-${kind}.sqlite`);
    const engine = new Store({
      path,
      heartbeatTimeoutMs,
      targets,
      clock,
      synchronous: 'off',
    });
    opened.set(kind, Object.assign(current, { engine }));
    return new KeptOpen(engine);
  };
}

function notInstalled(error: unknown): never {
  const why = error instanceof Error ? error.message : String(error);
  throw new UsageError(`the sqlite store needs better-sqlite3, which does not load here: ${why}`);
}

/** The end of a run is not the end of the file. */
class KeptOpen extends EngineInFront {
  override close(): void {
    // The next run empties it.
  }
}
