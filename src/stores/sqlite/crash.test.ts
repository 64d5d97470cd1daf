/** Processes that are killed, or that hold the file, at the worst moment. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { execPath } from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { roomCode } from '../../core/ids.ts';
import { StoreUnavailable } from '../../ports/room-store.ts';
import { dump, join, open, run, SERVER, stateOf, stir } from '../contract/driver.test-suite.ts';
import { SqliteStore } from './sqlite-store.ts';
import { HandClock, temporaryFile, type TemporaryFile } from './temporary-file.test-suite.ts';

const DRIVER = createRequire(import.meta.url).resolve('better-sqlite3');
/** Half of a commit, large enough to spill from the cache into the file. */
const HALF_A_COMMIT = `
  const db = new (require(process.argv[1]))(process.argv[2]);
  db.pragma('cache_size = 2');
  db.exec("BEGIN IMMEDIATE; UPDATE generations SET revision = 99; DELETE FROM events;");
  const insert = db.prepare("INSERT INTO events VALUES (?, 1, ?, 0, ?)");
  for (let n = 1; n <= 200; n += 1) insert.run(n, n, 'x'.repeat(1000));
`;

let file: TemporaryFile;
let clock: HandClock;
let store: SqliteStore;
let holder: ChildProcess | null = null;

const at = (sequence: number): { readonly sequence: number } => ({ sequence });

const reopened = (): SqliteStore =>
  new SqliteStore({ path: file.path, clock, heartbeatTimeoutMs: 10_000, busyTimeoutMs: 20 });

beforeEach(() => {
  file = temporaryFile();
  clock = new HandClock();
  store = reopened();
  store.heartbeat(SERVER);
  run(store, open('A', 'ann'));
  run(store, join('A', 'ben'));
});

afterEach(() => {
  holder?.kill('SIGKILL');
  holder = null;
  store.close();
  file.remove();
});

describe('a SQLite store among processes that fail', () => {
  it('P3: nothing is left of a transaction whose process is killed', () => {
    const before = dump(store, ['A']);
    const script = `${HALF_A_COMMIT} process.kill(process.pid, 'SIGKILL');`;
    const child = spawnSync(execPath, ['-e', script, DRIVER, file.path]);
    expect(child.signal).toBe('SIGKILL');
    expect(dump(store, ['A'])).toEqual(before);
    store.close();
    store = reopened();
    expect(dump(store, ['A'])).toEqual(before);
    expect(run(store, join('A', 'cat')).kind).toBe('commit');
  });

  it('§9 unavailable: while another process holds the file, reads go on and commits say why not', async () => {
    const before = dump(store, ['A']);
    const script = `${HALF_A_COMMIT} process.stdout.write('held'); setInterval(() => {}, 1000);`;
    holder = spawn(execPath, ['-e', script, DRIVER, file.path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (holder.stdout === null) throw new Error('no output');
    await once(holder.stdout, 'data');
    expect(() => run(store, join('A', 'cat'))).toThrow(StoreUnavailable);
    expect(() => store.heartbeat(SERVER)).toThrow(/rooms\.sqlite is locked by another process/);
    expect(() => reopened()).toThrow(/is locked by another process/);
    expect(dump(store, ['A'])).toEqual(before);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(run(store, join('A', 'cat')).kind).toBe('commit');
  });

  it('P22: a compaction that ends after any of its steps has broken nothing', () => {
    run(store, open('B', 'ann'));
    stir(store, 'B', 3);
    const heads = store.heads(['A', 'B'].map(roomCode));
    for (const watermark of [3, 2]) {
      const claim = store.claim('bus', 10, 10);
      if (claim !== null) store.acknowledge(claim, watermark);
    }
    clock.ms += 100;
    let steps = 0;
    while (store.compact({ eventsMs: 50, requestsMs: 50 }, 1) > 0) {
      steps += 1;
      store.close();
      store = reopened();
      expect(store.heads(['A', 'B'].map(roomCode))).toEqual(heads);
      for (const code of ['A', 'B']) {
        const { log } = store.loadLog(roomCode(code), 0);
        const { revision } = stateOf(store, code);
        const kept = log.after(0).map((event) => event.sequence);
        expect(kept).toEqual(
          Array.from({ length: revision + 1 - log.from }, (_, index) => log.from + index),
        );
      }
    }
    expect(steps).toBe(2);
    expect(store.claim('bus', 10, 10)).toMatchObject({ code: 'B', records: [3, 4, 5].map(at) });
  });
});
