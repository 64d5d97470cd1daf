import { afterEach, describe, expect, it, vi } from 'vitest';
import { roomCode } from '../../core/ids.ts';
import { StoreUnavailable } from '../../ports/room-store.ts';
import { open, run, SERVER, stateOf, stir } from '../contract/driver.test-suite.ts';
import { SqliteStore } from './sqlite-store.ts';
import { HandClock, temporaryFile, type TemporaryFile } from './temporary-file.test-suite.ts';

let file: TemporaryFile = temporaryFile();
const stores: SqliteStore[] = [];

function opened(clock: HandClock): SqliteStore {
  const store = new SqliteStore({ path: file.path, clock, heartbeatTimeoutMs: 1_000 });
  stores.push(store);
  return store;
}

afterEach(() => {
  vi.useRealTimers();
  for (const store of stores.splice(0)) store.close();
  file.remove();
  file = temporaryFile();
});

describe('the SQLite store’s clock', () => {
  it('P2: store time goes on over a restart of the process, by the machine’s clock', () => {
    const clock = new HandClock(5_000);
    const first = opened(clock);
    expect(first.now()).toBe(0);
    clock.ms += 40;
    expect(first.now()).toBe(40);
    first.close();
    clock.ms += 2;
    expect(opened(clock).now()).toBe(42);
  });

  it('P2: all processes on the file agree on the time', () => {
    const clock = new HandClock(5_000);
    const first = opened(clock);
    clock.ms += 40;
    const second = opened(clock);
    clock.ms += 0.6;
    expect([first.now(), second.now()]).toEqual([40, 40]);
    clock.ms += 7;
    expect([second.now(), first.now()]).toEqual([47, 47]);
  });

  it('P2: after a reboot store time goes on from the highest committed time', () => {
    const clock = new HandClock(5_000);
    const before = opened(clock);
    before.heartbeat(SERVER);
    clock.ms += 300;
    run(before, open('A', 'ann'));
    clock.ms += 999;
    before.now();
    before.close();
    const rebooted = new HandClock(20);
    rebooted.bootId = 'boot-2';
    const after = opened(rebooted);
    expect(after.now()).toBe(300);
    rebooted.ms += 5;
    expect(after.now()).toBe(305);
    after.heartbeat(SERVER);
    stir(after, 'A', 1);
    expect(
      after
        .loadLog(roomCode('A'), 2)
        .log.after(2)
        .map((event) => event.at),
    ).toEqual([305]);
    expect(stateOf(after, 'A').revision).toBe(3);
  });

  it('P2: a process of another boot is refused rather than believed', () => {
    const clock = new HandClock();
    const stale = opened(clock);
    const rebooted = new HandClock();
    rebooted.bootId = 'boot-2';
    opened(rebooted);
    expect(() => stale.now()).toThrow(StoreUnavailable);
    expect(() => stale.heartbeat(SERVER)).toThrow(/boot-2.*boot-1/);
  });

  it('P2: store time is never below the highest committed time, whatever the machine’s clock reads', () => {
    const clock = new HandClock(5_000);
    const store = opened(clock);
    clock.ms += 100;
    store.heartbeat(SERVER);
    clock.ms -= 60;
    expect(store.now()).toBe(100);
    run(store, open('A', 'ann'));
    clock.ms += 61;
    expect(store.now()).toBe(101);
  });

  it('P2: a step of the wall clock moves store time neither way', () => {
    const clock = new HandClock();
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime('2030-01-01');
    const store = opened(clock);
    clock.ms += 10;
    vi.setSystemTime('1999-01-01');
    expect(store.now()).toBe(10);
    vi.setSystemTime('2099-01-01');
    clock.ms += 1;
    expect(store.now()).toBe(11);
  });
});
