/** What a ledger does beyond the contract of every store: checkpoints, and a projector that may lag (P27). */
import { afterEach, describe, expect, it } from 'vitest';
import { type RoomCode, roomCode } from '../../core/ids.ts';
import type { AtLeast, Projection, StoreEngine } from '../../ports/room-store.ts';
import {
  disconnect,
  dump,
  end,
  join,
  LEASE_MS,
  open,
  type Rig,
  run,
  SERVER,
  stateOf,
  stir,
} from '../contract/driver.test-suite.ts';
import type { StoreSettings } from '../store-settings.ts';

export type Ledger = StoreEngine & { readonly projection: Projection };

export interface LedgerRig extends Rig {
  readonly store: Ledger;
  /** The same log, to one who has folded none of it. */
  takeOver(): Ledger;
}

const A = roomCode('A');
const NEVER = { heartbeatTimeoutMs: 1_000_000 };
const KEEP = { eventsMs: 1_000, requestsMs: 1_000 };

const at = (generation: number, sequence: number): AtLeast => ({ generation, sequence });
const behind = { kind: 'refused', code: 'behind' };
const invalid = { kind: 'refused', code: 'invalid_cursor' };

/** The projection, byte for byte. */
const bytes = ({ projection }: Ledger, codes: readonly string[]): string =>
  JSON.stringify(codes.map((code) => projection.readAtLeast(roomCode(code), null)));

/** A promotion, so that authority moves while the projector lags. */
function handOver({ store, advance }: LedgerRig, code: RoomCode, host: string): void {
  run(store, disconnect(stateOf(store, code), host));
  advance(LEASE_MS);
  const { generation, leaseUntil, host: absent } = stateOf(store, code);
  if (absent === null || leaseUntil === null) throw new Error('no lease');
  run(store, { kind: 'promote', code, generation, host: absent, leaseUntil });
}

export function describeLedger(name: string, make: (settings: StoreSettings) => LedgerRig): void {
  describe(`${name}, as a ledger`, () => {
    const rigs: LedgerRig[] = [];
    afterEach(() => {
      for (const rig of rigs.splice(0)) rig.close();
    });

    function started(): LedgerRig {
      const rig = make(NEVER);
      rigs.push(rig);
      rig.store.heartbeat(SERVER);
      return rig;
    }

    it('P27: a reader gets the projection if it has come as far as asked, and is told so if not', () => {
      const { store } = started();
      const { projection } = store;
      run(store, open('A', 'ann'));
      run(store, join('A', 'ben'));
      projection.project(2);
      expect(projection.readAtLeast(A, null)).toMatchObject({ state: { revision: 2 } });
      expect(projection.readAtLeast(A, at(1, 2))).toMatchObject({ state: { revision: 2 } });
      expect(projection.readAtLeast(A, at(1, 3))).toEqual(behind);
      projection.project(1);
      expect(projection.readAtLeast(A, at(1, 3))).toEqual({
        kind: 'state',
        state: stateOf(store, 'A'),
      });
      expect(projection.readAtLeast(A, at(1, 0))).toMatchObject({ state: { revision: 3 } });
    });

    it('P27: a projector that lags behind a handoff never names the old host as the present one', () => {
      const rig = started();
      const { store } = rig;
      const { projection } = store;
      run(store, open('A', 'ann'));
      run(store, join('A', 'ben'));
      while (projection.project(10) === 10);
      handOver(rig, A, 'ann');
      const { generation, revision, host } = stateOf(store, 'A');
      expect(host).toBe('ben');
      let answer = projection.readAtLeast(A, at(generation, revision));
      for (let turn = 0; turn < 10 && answer.kind === 'refused'; turn += 1) {
        expect(answer).toEqual(behind);
        expect(projection.readAtLeast(A, null)).toMatchObject({ state: { host: 'ann' } });
        projection.project(1);
        answer = projection.readAtLeast(A, at(generation, revision));
      }
      expect(answer).toMatchObject({ state: { host: 'ben', revision } });
    });

    it('P27: decisions and backfill read the log, however far the projector lags', () => {
      const { store } = started();
      run(store, open('A', 'ann'));
      expect(run(store, join('A', 'ben')).kind).toBe('commit');
      stir(store, 'A', 3);
      expect(
        store
          .loadLog(A, 2)
          .log.after(2)
          .map(({ sequence }) => sequence),
      ).toEqual([3, 4, 5, 6]);
      expect(store.projection.position()).toBe(0);
      expect(store.projection.readAtLeast(A, null)).toEqual(behind);
    });

    it('P27: a place beyond the head of the log is an invalid cursor, projected or not', () => {
      const { store } = started();
      const { projection } = store;
      run(store, open('A', 'ann'));
      const wrong = [at(1, 3), at(2, 0), at(2, 1), at(1, -1), at(1, 1.5), at(1, NaN), at(0.5, 1)];
      for (const place of wrong) expect(projection.readAtLeast(A, place)).toEqual(invalid);
      expect(projection.readAtLeast(A, at(1, 2))).toEqual(behind);
      projection.project(10);
      for (const place of wrong) expect(projection.readAtLeast(A, place)).toEqual(invalid);
      const unknown = { kind: 'refused', code: 'unknown_room' };
      for (const place of [null, at(1, 1)]) {
        expect(projection.readAtLeast(roomCode('B'), place)).toEqual(unknown);
      }
    });

    it('P18, P27: a later generation is at least every place of an earlier one, never the reverse', () => {
      const { store } = started();
      const { projection } = store;
      run(store, open('A', 'ann'));
      run(store, end(stateOf(store, 'A')));
      projection.project(10);
      run(store, open('A', 'ben', 1));
      expect(projection.readAtLeast(A, at(2, 0))).toEqual(behind);
      expect(projection.readAtLeast(A, at(1, 3))).toMatchObject({ state: { closed: 'ended' } });
      projection.project(10);
      expect(projection.readAtLeast(A, at(1, 3))).toMatchObject({ state: { generation: 2 } });
    });

    it('P27: the projector takes on the events of all rooms in commit order, each once', () => {
      const { store } = started();
      const { projection } = store;
      run(store, open('A', 'ann'));
      run(store, open('B', 'ben'));
      run(store, join('A', 'cat'));
      expect([projection.project(3), projection.position()]).toEqual([3, 3]);
      expect(projection.readAtLeast(roomCode('B'), null)).toMatchObject({ state: { revision: 1 } });
      expect([projection.project(3), projection.project(3)]).toEqual([2, 0]);
      expect(projection.position()).toBe(store.position());
    });

    it('P27: dropped, the projection is built again to the same bytes', () => {
      const rig = started();
      const { store } = rig;
      for (const code of ['A', 'B']) run(store, open(code, 'ann'));
      run(store, join('A', 'ben'));
      handOver(rig, A, 'ann');
      run(store, end(stateOf(store, 'B')));
      run(store, open('B', 'cat', 2));
      stir(store, 'B', 40);
      store.projection.project(1_000);
      const before = bytes(store, ['A', 'B']);
      expect(before).toContain(JSON.stringify(stateOf(store, 'A')));
      store.projection.dropProjection();
      const { generation, revision } = stateOf(store, 'A');
      expect(store.projection.readAtLeast(A, at(generation, revision))).toEqual(behind);
      while (store.projection.project(3) === 3);
      expect(bytes(store, ['A', 'B'])).toBe(before);
      expect(store.projection.position()).toBe(store.position());
    });

    it('P27: the rebuild gives the same bytes after compaction, of all events and of some', () => {
      const { store, advance } = started();
      run(store, open('A', 'ann'));
      run(store, open('B', 'ben'));
      stir(store, 'A', 2);
      advance(KEEP.eventsMs + 1);
      run(store, join('A', 'cat'));
      store.projection.project(100);
      const before = bytes(store, ['A', 'B']);
      expect(store.compact(KEEP, 10)).toBe(2);
      expect(store.tail(0, 10).entries.map(({ event }) => event.sequence)).toEqual([5]);
      expect(bytes(store, ['A', 'B'])).toBe(before);
      store.projection.dropProjection();
      while (store.projection.project(1) === 1);
      expect(bytes(store, ['A', 'B'])).toBe(before);
      expect(store.projection.position()).toBe(store.position());
    });

    it('P27: the rebuild has an end when all events are gone, and when the log has gone on since', () => {
      const { store, advance } = started();
      const { projection } = store;
      run(store, open('A', 'ann'));
      run(store, open('B', 'ben'));
      projection.project(100);
      const before = bytes(store, ['A', 'B']);
      advance(KEEP.eventsMs + 1);
      expect([store.compact(KEEP, 10), store.tail(0, 10).entries]).toEqual([2, []]);
      projection.dropProjection();
      expect([projection.project(10), projection.position()]).toEqual([0, store.position()]);
      expect(bytes(store, ['A', 'B'])).toBe(before);
      stir(store, 'A', 30);
      projection.project(100);
      const later = bytes(store, ['A', 'B']);
      projection.dropProjection();
      while (projection.project(7) === 7);
      expect(bytes(store, ['A', 'B'])).toBe(later);
    });

    it('P27: a rebuild never goes back, not even over what an earlier generation has kept', () => {
      const { store } = started();
      const { projection } = store;
      run(store, open('A', 'ann'));
      run(store, end(stateOf(store, 'A')));
      run(store, open('A', 'ben', 1));
      stir(store, 'A', 2);
      projection.project(100);
      const before = bytes(store, ['A']);
      projection.dropProjection();
      let last = 0;
      for (let turn = 0; turn < 7; turn += 1) {
        const read = projection.readAtLeast(A, null);
        if (read.kind !== 'state') throw new Error(read.code);
        expect(read.state.generation).toBe(2);
        expect(read.state.revision).toBeGreaterThanOrEqual(last);
        last = read.state.revision;
        projection.project(1);
      }
      expect(bytes(store, ['A'])).toBe(before);
    });

    it('P27: compaction never passes the projection, and goes on as that does', () => {
      const { store, advance } = started();
      const { projection } = store;
      run(store, open('A', 'ann'));
      stir(store, 'A', 4);
      advance(KEEP.eventsMs + 1);
      const from = (): number => store.loadLog(A, null).log.from;
      expect([store.compact(KEEP, 10), from()]).toEqual([0, 1]);
      projection.project(3);
      expect([store.compact(KEEP, 10), from()]).toEqual([1, 4]);
      expect([store.compact(KEEP, 10), from()]).toEqual([0, 4]);
      projection.project(1);
      expect([store.compact(KEEP, 10), from()]).toEqual([1, 5]);
      projection.project(10);
      expect(projection.readAtLeast(A, at(1, 6))).toEqual({
        kind: 'state',
        state: stateOf(store, 'A'),
      });
    });

    it('P27: compaction keeps a generation that the projector has not come to, and drops the one before', () => {
      const { store, advance } = started();
      run(store, open('A', 'ann'));
      run(store, end(stateOf(store, 'A')));
      store.projection.project(10);
      run(store, open('A', 'ben', 1));
      advance(KEEP.eventsMs + 1);
      expect(store.compact(KEEP, 10)).toBe(1);
      const kept = store.tail(0, 10).entries.map(({ event }) => [event.generation, event.sequence]);
      expect(kept).toEqual([
        [2, 1],
        [2, 2],
      ]);
      store.projection.project(10);
      expect(store.projection.readAtLeast(A, at(2, 2))).toMatchObject({ kind: 'state' });
    });

    it('P26, P27: who takes over folds the log to the same rooms, and goes on at the next sequence', () => {
      const rig = started();
      const { store, advance, takeOver } = rig;
      run(store, open('A', 'ann'));
      run(store, join('A', 'ben'));
      run(store, open('B', 'cat'));
      stir(store, 'B', 70);
      handOver(rig, A, 'ann');
      const before = dump(store, ['A', 'B']);
      let next = takeOver();
      expect(dump(next, ['A', 'B'])).toEqual(before);
      next.projection.project(5);
      advance(KEEP.eventsMs + 1);
      expect(next.compact(KEEP, 10)).toBe(2);
      const { revision } = stateOf(next, 'A');
      next = takeOver();
      expect(stateOf(next, 'A').revision).toBe(revision);
      expect(run(next, join('A', 'dan'))).toMatchObject({
        kind: 'commit',
        events: [{ sequence: revision + 1 }],
      });
      expect(stateOf(store, 'A').members.map((member) => member.memberId)).toContain('dan');
    });

    it('P3, P27: an append at another than the expected revision is a conflict, also for who was there first', () => {
      const { store, takeOver } = started();
      run(store, open('A', 'ann'));
      const expected = stateOf(store, 'A');
      run(takeOver(), join('A', 'ben'));
      const late = store.commit({
        code: A,
        expected,
        request: null,
        decide: () => ({ kind: 'nothing' }),
      });
      expect(late.kind).toBe('conflict');
      expect(stateOf(store, 'A').revision).toBe(3);
    });

    it('P27: the events decide what a room is, not the state that came with them', () => {
      const { store } = started();
      run(store, open('A', 'ann'));
      const expected = stateOf(store, 'A');
      const joined = run(store, join('A', 'ben'));
      if (joined.kind !== 'commit') throw new Error(joined.kind);
      const events = joined.events.map((event) => ({ ...event, sequence: event.sequence + 1 }));
      store.commit({
        code: A,
        expected: stateOf(store, 'A'),
        request: null,
        decide: () => ({ ...joined, state: { ...expected, revision: 4, host: null }, events }),
      });
      expect(stateOf(store, 'A')).toMatchObject({ revision: 4, host: 'ann' });
    });
  });
}
