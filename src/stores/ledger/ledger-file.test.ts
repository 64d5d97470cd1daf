/** A ledger's file: which shape it is of, what is left when compaction is killed, and several processes on it. */
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requestId, roomCode } from '../../core/ids.ts';
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
import { SqliteStore } from '../sqlite/sqlite-store.ts';
import {
  HandClock,
  temporaryFile,
  type TemporaryFile,
} from '../sqlite/temporary-file.test-suite.ts';
import { SqliteLedger } from './sqlite-ledger.ts';

const A = roomCode('A');
const B = roomCode('B');
const KEEP = { eventsMs: 1_000, requestsMs: 1_000 };

let file: TemporaryFile;
let clock: HandClock;
const stores: SqliteStore[] = [];

function opened<Store extends SqliteStore>(
  Shape: new (settings: ConstructorParameters<typeof SqliteStore>[0]) => Store,
): Store {
  const store = new Shape({ path: file.path, clock, heartbeatTimeoutMs: 1_000_000 });
  stores.push(store);
  return store;
}

function closeAll(): void {
  for (const store of stores.splice(0)) store.close();
}

/** Changes the file behind the store's back. */
function tamper(sql: string): void {
  const db = new Sqlite(file.path);
  db.exec(sql);
  db.close();
}

function query(sql: string): readonly unknown[] {
  const db = new Sqlite(file.path, { readonly: true });
  const rows = db.prepare(sql).raw().all();
  db.close();
  return rows;
}

beforeEach(() => {
  file = temporaryFile();
  clock = new HandClock();
});

afterEach(() => {
  closeAll();
  file.remove();
});

describe('the shape of a file', () => {
  it('P26, P27: a file of the other shape is refused, with both shapes named, and left alone', () => {
    for (const [Made, Asked, message] of [
      [
        SqliteLedger,
        SqliteStore,
        'is a store of the ledger shape, it was to be opened as one of the coordinator shape',
      ],
      [
        SqliteStore,
        SqliteLedger,
        'is a store of the coordinator shape, it was to be opened as one of the ledger shape',
      ],
    ] as const) {
      const store = opened(Made);
      store.heartbeat(SERVER);
      run(store, open('A', 'ann'));
      const said = dump(store, ['A']);
      closeAll();
      expect(() => opened(Asked)).toThrow(StoreUnavailable);
      expect(() => opened(Asked)).toThrow(`${file.path} ${message}: open it as what it is`);
      expect(dump(opened(Made), ['A'])).toEqual(said);
      closeAll();
      file.remove();
      file = temporaryFile();
    }
  });

  it('P26: a file from before there were ledgers is a coordinator’s, and says what it said', () => {
    const store = opened(SqliteStore);
    store.heartbeat(SERVER);
    run(store, open('A', 'ann'));
    const said = dump(store, ['A']);
    closeAll();
    const earlier =
      'DROP TABLE shape; DROP TABLE projections; DROP TABLE projector; DROP TABLE outages; ' +
      'DROP INDEX deliveries_halted; ALTER TABLE deliveries DROP COLUMN halted; ' +
      'ALTER TABLE deliveries DROP COLUMN failures;';
    tamper(`${earlier} PRAGMA user_version = 1;`);
    expect(() => opened(SqliteLedger)).toThrow('is a store of the coordinator shape');
    expect(query('PRAGMA user_version')).toEqual([[1]]);
    expect(dump(opened(SqliteStore), ['A'])).toEqual(said);
  });

  it('H1: a ledger that was emptied begins anew, its projection too', () => {
    const store = opened(SqliteLedger);
    store.heartbeat(SERVER);
    run(store, open('A', 'ann'));
    store.projection.project(10);
    store.reset();
    expect(store.projection.position()).toBe(0);
    expect(store.projection.readAtLeast(A, null)).toMatchObject({ code: 'unknown_room' });
    store.heartbeat(SERVER);
    run(store, open('A', 'ben'));
    expect(store.projection.project(10)).toBe(2);
    expect(store.projection.readAtLeast(A, null)).toMatchObject({ state: { host: 'ben' } });
  });
});

describe('compaction of a ledger that is killed', () => {
  /** Old events in two rooms, and an earlier generation of which nothing is needed. */
  function worthCompacting(): SqliteLedger {
    const store = opened(SqliteLedger);
    store.heartbeat(SERVER);
    run(store, open('B', 'ann'));
    run(store, end(stateOf(store, 'B')));
    run(store, open('A', 'ann'), { scope: 'code', requestId: requestId('r'), identity: 'x' });
    stir(store, 'A', 3);
    run(store, open('B', 'ben', 1));
    store.projection.project(100);
    clock.ms += KEEP.eventsMs + 1;
    run(store, join('A', 'ben'));
    store.projection.project(100);
    return store;
  }

  const projection = (): readonly unknown[] =>
    query('SELECT code, generation, sequence, state FROM projections ORDER BY code');

  it.each([
    'UPDATE OF state ON rooms',
    'DELETE ON events',
    'UPDATE OF retained_from ON generations',
    'DELETE ON requests',
    'DELETE ON generations',
  ])('P22, P27: before %s, it has broken nothing, and the next one goes on', (step) => {
    const store = worthCompacting();
    const rooms = ['A', 'B'].map((code) => stateOf(store, code));
    const projected = projection();
    closeAll();
    tamper(`CREATE TRIGGER killed BEFORE ${step} BEGIN SELECT RAISE(ABORT, 'killed'); END`);
    const killed = opened(SqliteLedger);
    expect(() => killed.compact(KEEP, 10)).toThrow('killed');
    closeAll();
    tamper('DROP TRIGGER killed');
    const next = opened(SqliteLedger);
    expect(['A', 'B'].map((code) => stateOf(next, code))).toEqual(rooms);
    next.projection.dropProjection();
    while (next.projection.project(2) === 2);
    expect(projection()).toEqual(projected);
    while (next.compact(KEEP, 1) > 0);
    expect(next.loadLog(A, null).log.from).toBe(6);
    expect(next.loadLog(B, null).log.from).toBe(3);
    expect(query('SELECT generation FROM generations')).toEqual([[2], [3]]);
    expect(['A', 'B'].map((code) => stateOf(next, code))).toEqual(rooms);
    next.projection.dropProjection();
    while (next.projection.project(2) === 2);
    expect(projection()).toEqual(projected);
  });

  it('P27: the checkpoint is committed before the events go that it stands for', () => {
    worthCompacting();
    closeAll();
    tamper(`CREATE TRIGGER killed BEFORE DELETE ON events WHEN old.generation = 2
      BEGIN SELECT RAISE(ABORT, 'killed'); END`);
    const checkpoint = "SELECT json_extract(state, '$.revision') FROM rooms WHERE code = 'A'";
    const events = 'SELECT count(*) FROM events WHERE generation = 2';
    expect([query(checkpoint), query(events)]).toEqual([[[2]], [[6]]]);
    expect(() => opened(SqliteLedger).compact(KEEP, 10)).toThrow('killed');
    expect([query(checkpoint), query(events)]).toEqual([[[5]], [[6]]]);
  });
});

describe('several processes on a ledger', () => {
  it('P27: what others project while a compaction runs is dropped by the next one only', () => {
    const store = opened(SqliteLedger);
    store.heartbeat(SERVER);
    run(store, open('A', 'ann'));
    stir(store, 'A', 4);
    store.projection.project(4);
    clock.ms += KEEP.eventsMs + 1;
    closeAll();
    // Another process's projector, as soon as the checkpoint is written.
    tamper(`CREATE TRIGGER other AFTER UPDATE OF state ON rooms
      BEGIN UPDATE projections SET sequence = 6; END`);
    const next = opened(SqliteLedger);
    const state = stateOf(next, 'A');
    expect(next.compact(KEEP, 10)).toBe(1);
    expect(next.loadLog(A, null).log.from).toBe(5);
    expect(stateOf(next, 'A')).toEqual(state);
  });

  it('P27: two projectors bring one projection on together', () => {
    const [first, second] = [opened(SqliteLedger), opened(SqliteLedger)];
    first.heartbeat(SERVER);
    run(first, open('A', 'ann'));
    stir(second, 'A', 5);
    expect(first.projection.project(3)).toBe(3);
    expect(second.projection.project(3)).toBe(3);
    expect(second.projection.readAtLeast(A, null)).toMatchObject({ state: { revision: 6 } });
    expect(first.projection.project(3)).toBe(1);
    expect(second.projection.project(3)).toBe(0);
    const read = second.projection.readAtLeast(A, { generation: 1, sequence: 7 });
    expect(read).toEqual({ kind: 'state', state: stateOf(second, 'A') });
  });

  it('P27: a load folds a bounded number of events, however long the log', () => {
    const store = opened(SqliteLedger);
    store.heartbeat(SERVER);
    run(store, open('A', 'ann'));
    let most = 0;
    for (let turn = 0; turn < 100; turn += 1) {
      stir(store, 'A', 1);
      const [row] = query(`SELECT g.revision - json_extract(r.state, '$.revision')
        FROM rooms AS r JOIN generations AS g USING (generation)`);
      most = Math.max(most, Array.isArray(row) ? Number(row[0]) : 0);
    }
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThan(16);
    expect(stateOf(opened(SqliteLedger), 'A')).toEqual(stateOf(store, 'A'));
  });
});
