import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { geteuid, seteuid } from 'node:process';
import Sqlite from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { decide } from '../../core/decide.ts';
import { roomCode } from '../../core/ids.ts';
import { StoreUnavailable } from '../../ports/room-store.ts';
import {
  dump,
  end,
  join,
  open,
  run,
  SERVER,
  stateOf,
  stir,
} from '../contract/driver.test-suite.ts';
import { SCHEMA_VERSION, TABLES } from './schema.ts';
import { type SqliteSettings, SqliteStore } from './sqlite-store.ts';
import { HandClock, temporaryFile, type TemporaryFile } from './temporary-file.test-suite.ts';

let file: TemporaryFile = temporaryFile();
const stores: SqliteStore[] = [];

function opened(settings: Partial<SqliteSettings> = {}): SqliteStore {
  const clock = new HandClock();
  const store = new SqliteStore({
    path: file.path,
    clock,
    heartbeatTimeoutMs: 1_000,
    busyTimeoutMs: 20,
    ...settings,
  });
  stores.push(store);
  return store;
}

/** A store with a room of three events, closed again. */
function written(): unknown {
  const store = opened();
  store.heartbeat(SERVER);
  run(store, open('A', 'ann'));
  run(store, join('A', 'ben'));
  const said = dump(store, ['A']);
  store.close();
  return said;
}

/** Changes the file behind the store's back. */
function tamper(sql: string): void {
  const db = new Sqlite(file.path);
  db.exec(sql);
  db.close();
}

/** What the store throws, which must be that it is unavailable. */
function unavailable(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof StoreUnavailable) return String(error);
    throw error;
  }
  throw new Error('the store was available');
}

/** Runs the work as a user who has no rights beyond those of the files' modes. */
function unprivileged(work: () => void): void {
  const user = geteuid?.() ?? 1;
  if (user === 0) seteuid?.(65_534);
  try {
    work();
  } finally {
    if (user === 0) seteuid?.(user);
  }
}

afterEach(() => {
  for (const store of stores.splice(0)) store.close();
  file.remove();
  file = temporaryFile();
});

describe('opening a store’s file', () => {
  it('P26: a store that is opened again says what it said before', () => {
    const said = written();
    expect(dump(opened(), ['A'])).toEqual(said);
  });

  it('§9 unavailable: a missing directory is named', () => {
    const path = `${file.path}/missing/rooms.sqlite`;
    const message = unavailable(() => opened({ path }));
    expect(message).toContain(path);
    expect(message).toContain('directory does not exist: create it');
  });

  it('§9 unavailable: a file that is no database is refused and left alone', () => {
    writeFileSync(file.path, 'minutes of the last meeting\n'.repeat(500));
    const before = readFileSync(file.path);
    expect(unavailable(() => opened())).toContain('is no SQLite file');
    expect(readFileSync(file.path)).toEqual(before);
  });

  it('§9 unavailable: another program’s database is refused and left alone', () => {
    tamper('CREATE TABLE recipes (name TEXT)');
    expect(unavailable(() => opened())).toContain('SQLite file of another program');
    tamper('INSERT INTO recipes VALUES (1)');
  });

  it('§9 unavailable: a damaged file is refused', () => {
    written();
    const bytes = readFileSync(file.path);
    writeFileSync(file.path, bytes.fill(0xff, 4_096));
    expect(unavailable(() => opened())).toContain('is damaged: restore it');
  });

  it('§9 unavailable: a newer schema is refused, and both versions are named', () => {
    written();
    tamper(`PRAGMA user_version = ${SCHEMA_VERSION + 41}`);
    const message = unavailable(() => opened());
    expect(message).toContain(`schema version ${SCHEMA_VERSION + 41}`);
    expect(message).toContain(`knows up to ${SCHEMA_VERSION}`);
    tamper(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    expect(stateOf(opened(), 'A').revision).toBe(3);
  });

  it('§9 unavailable: a read-only file is refused', () => {
    written();
    chmodSync(dirname(file.path), 0o555);
    chmodSync(file.path, 0o444);
    unprivileged(() => {
      expect(unavailable(() => opened())).toMatch(
        /rooms\.sqlite (is read-only|cannot be opened): make/,
      );
    });
    chmodSync(dirname(file.path), 0o755);
  });

  it('§9 unavailable: a store that was closed says so', () => {
    const store = opened();
    store.close();
    expect(unavailable(() => store.now())).toContain('was closed');
  });
});

describe('a store’s file in use', () => {
  it('P3: of two handles on one file, one commits at a revision and the other sees it', () => {
    const clock = new HandClock();
    const [first, second] = [opened({ clock }), opened({ clock })];
    first.heartbeat(SERVER);
    run(first, open('A', 'ann'));
    const seen = second.load(roomCode('A'), null).state;
    expect(seen?.revision).toBe(2);
    expect(run(first, join('A', 'ben')).kind).toBe('commit');
    const late = second.commit({
      code: roomCode('A'),
      expected: seen,
      request: null,
      decide: () => ({ kind: 'nothing' }),
    });
    expect(late.kind).toBe('conflict');
    expect(run(second, join('A', 'cat')).kind).toBe('commit');
    run(second, open('B', 'ann'));
    expect(stateOf(second, 'B').generation).toBe(2);
    expect(dump(second, ['A', 'B'])).toEqual(dump(first, ['A', 'B']));
  });

  it('P3: no other writer comes between what a commit reads and what it writes', () => {
    const clock = new HandClock();
    const [first, second] = [opened({ clock }), opened({ clock })];
    first.heartbeat(SERVER);
    run(first, open('A', 'ann'));
    const state = stateOf(first, 'A');
    const outcome = first.commit({
      code: state.code,
      expected: state,
      request: null,
      decide: (context) => {
        expect(unavailable(() => run(second, open('B', 'ben')))).toContain('is locked');
        return decide(state, join('A', 'ben'), context);
      },
    });
    expect(outcome.kind).toBe('commit');
    expect(run(second, open('B', 'ben')).kind).toBe('commit');
  });

  it('P12: an instance that is void for one handle is void for all', () => {
    const clock = new HandClock();
    const [first, second] = [opened({ clock }), opened({ clock })];
    first.heartbeat(SERVER);
    run(second, open('A', 'ann'));
    clock.ms += 1_001;
    expect(second.haunted(10)).toEqual(['A']);
    expect([first.heartbeat(SERVER), second.heartbeat(SERVER)]).toEqual(['void', 'void']);
  });

  it('P3: on a full disk a commit fails whole, and what was committed stays readable', () => {
    const store = opened({ maxPages: 40 });
    store.heartbeat(SERVER);
    run(store, open('A', 'ann'));
    let before = dump(store, ['A']);
    const message = unavailable(() => {
      for (let turn = 0; turn < 10_000; turn += 1) {
        stir(store, 'A', 1);
        before = dump(store, ['A']);
      }
    });
    expect(message).toContain('disk is full: free some space');
    expect(dump(store, ['A'])).toEqual(before);
    store.close();
    const grown = opened();
    expect(dump(grown, ['A'])).toEqual(before);
    const { revision } = stateOf(grown, 'A');
    stir(grown, 'A', 1);
    expect(stateOf(grown, 'A').revision).toBeGreaterThan(revision);
  });

  it('H1: a store that was emptied is as a new file', () => {
    const clock = new HandClock(70);
    const used = opened({ clock, targets: ['bus'] });
    used.heartbeat(SERVER);
    run(used, open('A', 'ann'));
    clock.ms += 10;
    used.claim('hook', 100, 10);
    run(used, end(stateOf(used, 'A')));
    used.reset();
    const other = temporaryFile();
    opened({ path: other.path, clock, targets: ['bus'] });
    expect(contents(file.path)).toEqual(contents(other.path));
    expect(used.now()).toBe(0);
    used.heartbeat(SERVER);
    run(used, open('A', 'ann'));
    expect(stateOf(used, 'A').generation).toBe(1);
    other.remove();
  });

  it('P26: closing leaves one file', () => {
    written();
    expect(existsSync(`${file.path}-wal`)).toBe(false);
  });
});

function contents(path: string): unknown {
  const db = new Sqlite(path, { readonly: true });
  const rows = TABLES.map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()]);
  db.close();
  return rows;
}
