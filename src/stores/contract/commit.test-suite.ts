import { describe, expect, it } from 'vitest';
import type { Decision } from '../../core/decide.ts';
import { type RequestId, requestId, roomCode } from '../../core/ids.ts';
import type { CommitOutcome, RequestKey, StoreEngine } from '../../ports/room-store.ts';
import {
  disconnect,
  dump,
  end,
  join,
  type MakeRig,
  open,
  run,
  SERVER,
  stateOf,
  stir,
  TIMEOUT_MS,
} from './driver.test-suite.ts';

const key = (scope: RequestKey['scope'], id: string): RequestKey => ({
  scope,
  requestId: requestId(id),
  identity: `identity of ${id}`,
});

const A = roomCode('A');

function started(make: MakeRig): { readonly store: StoreEngine; advance(ms: number): void } {
  const rig = make({ heartbeatTimeoutMs: TIMEOUT_MS });
  rig.store.heartbeat(SERVER);
  return rig;
}

/** Commits the decision as it is, at the present head. */
const commit = (store: StoreEngine, decide: () => Decision): CommitOutcome =>
  store.commit({ code: A, expected: store.load(A, null).state, request: null, decide });

export function describeCommits(make: MakeRig): void {
  describe('commits', () => {
    it('P3: a commit writes state, consecutive events and position together', () => {
      const { store } = started(make);
      expect(store.load(A, null)).toEqual({ state: null, record: null });
      const outcome = run(store, open('A', 'ann'));
      if (outcome.kind !== 'commit') throw new Error(outcome.kind);
      expect(outcome.events.map(({ kind, sequence }) => [kind, sequence])).toEqual([
        ['room.opened', 1],
        ['member.joined', 2],
      ]);
      expect(store.load(A, null).state).toEqual(outcome.state);
      expect(store.loadLog(A, 0).log.after(0)).toEqual(outcome.events);
      expect(store.tail(0, 10).entries).toEqual(
        outcome.events.map((event) => ({ code: A, event })),
      );
      expect(store.position()).toBe(2);
    });

    it('P3: a commit at another revision or generation is a conflict, and is not decided', () => {
      const { store } = started(make);
      run(store, open('A', 'ann'));
      const before = dump(store, ['A']);
      const undecided = (): Decision => {
        throw new Error('decided');
      };
      for (const expected of [
        null,
        { generation: 1, revision: 1 },
        { generation: 1, revision: 3 },
        { generation: 2, revision: 2 },
      ]) {
        const outcome = store.commit({ code: A, expected, request: null, decide: undecided });
        expect(outcome).toEqual({ kind: 'conflict' });
      }
      const unknown = { code: roomCode('B'), expected: { generation: 1, revision: 2 } };
      expect(store.commit({ ...unknown, request: null, decide: undecided }).kind).toBe('conflict');
      expect(dump(store, ['A'])).toEqual(before);
    });

    it('P3: of two writers that saw the same revision one commits', () => {
      const { store } = started(make);
      run(store, open('A', 'ann'));
      const seen = store.load(A, null).state;
      expect(run(store, join('A', 'ben')).kind).toBe('commit');
      const late = store.commit({
        code: A,
        expected: seen,
        request: null,
        decide: () => ({ kind: 'nothing' }),
      });
      expect(late.kind).toBe('conflict');
    });

    it('P3: what is refused, means nothing or throws changes nothing', () => {
      const { store } = started(make);
      run(store, open('A', 'ann'));
      const before = dump(store, ['A', 'B']);
      const request = key('code', 'again');
      expect(run(store, open('A', 'ben', 0), request)).toEqual({
        kind: 'refused',
        code: 'room_exists',
      });
      expect(run(store, disconnect(stateOf(store, 'A'), 'ben'), request).kind).toBe('nothing');
      expect(() =>
        commit(store, () => {
          throw new Error('a defect in the caller');
        }),
      ).toThrow('a defect in the caller');
      expect(store.load(A, request).record).toBeNull();
      expect(dump(store, ['A', 'B'])).toEqual(before);
    });

    it('P3: a decision whose sequences do not follow the head is never written', () => {
      const { store } = started(make);
      const opened = run(store, open('A', 'ann'));
      if (opened.kind !== 'commit') throw new Error(opened.kind);
      const joined = run(store, join('A', 'ben'));
      if (joined.kind !== 'commit') throw new Error(joined.kind);
      const before = dump(store, ['A']);
      expect(() => commit(store, () => joined)).toThrow('P3');
      expect(() => commit(store, () => ({ ...joined, events: [] }))).toThrow('P3');
      expect(() => commit(store, () => opened)).toThrow('P3');
      expect(dump(store, ['A'])).toEqual(before);
    });

    it('P2: every event carries the store time of its commit, which never decreases', () => {
      const { store, advance } = started(make);
      let last = store.now();
      run(store, open('A', 'ann'));
      for (const ms of [0, 1, 0, 250, 3]) {
        advance(ms);
        run(store, { kind: 'close', code: A, generation: 1 });
        stir(store, 'A', 1);
        expect(store.now() - last).toBe(ms);
        last = store.now();
        expect(store.loadLog(A, 0).log.after(0).at(-1)?.at).toBe(last);
      }
    });

    it('P18: generations are numbered over the whole store, and only an opening uses a number', () => {
      const { store } = started(make);
      run(store, open('A', 'ann'));
      run(store, open('A', 'ben'));
      run(store, open('B', 'ben'));
      run(store, end(stateOf(store, 'A')));
      expect(stateOf(store, 'A').closed).toBe('ended');
      run(store, open('A', 'ann', 99));
      run(store, open('A', 'ann', 1));
      run(store, open('C', 'cat'));
      expect(store.heads(['A', 'B', 'C', 'D'].map(roomCode))).toEqual([
        { code: 'A', generation: 3, revision: 2 },
        { code: 'B', generation: 2, revision: 2 },
        { code: 'C', generation: 4, revision: 2 },
      ]);
    });

    it('P20: a record is found in its own scope, and holds the first reply exactly', () => {
      const { store } = started(make);
      const opened = run(store, open('A', 'ann'), key('code', 'r1'));
      const joined = run(store, join('A', 'ben'), key('generation', 'r1'));
      if (opened.kind !== 'commit' || joined.kind !== 'commit') throw new Error('not committed');
      const record = (scope: RequestKey['scope'], id: RequestId): unknown =>
        store.load(A, { scope, requestId: id, identity: '' }).record;
      const r1 = requestId('r1');
      expect(record('code', r1)).toEqual({ identity: 'identity of r1', reply: opened.reply });
      expect(record('generation', r1)).toEqual({ identity: 'identity of r1', reply: joined.reply });
      expect(record('code', requestId('r2'))).toBeNull();
      expect(store.load(roomCode('B'), key('code', 'r1'))).toEqual({ state: null, record: null });
    });

    it('P20: after a reopening a code keeps its requests, and a generation has only its own', () => {
      const { store } = started(make);
      run(store, open('A', 'ann'), key('code', 'opening'));
      run(store, end(stateOf(store, 'A')), key('generation', 'ending'));
      expect(store.load(A, key('generation', 'ending')).record).not.toBeNull();
      run(store, open('A', 'ann', 1));
      expect(store.load(A, key('generation', 'ending')).record).toBeNull();
      expect(store.load(A, key('code', 'opening')).record).not.toBeNull();
    });

    it('P20: a request id that is recorded once keeps its first outcome', () => {
      const { store } = started(make);
      const opened = run(store, open('A', 'ann'), key('code', 'r1'));
      run(store, join('A', 'ben'), key('code', 'r1'));
      if (opened.kind !== 'commit') throw new Error(opened.kind);
      expect(store.load(A, key('code', 'r1')).record?.reply).toEqual(opened.reply);
    });

    it('P23: a log is read after a cursor, at one revision, and later commits do not show in it', () => {
      const { store } = started(make);
      run(store, open('A', 'ann'));
      run(store, join('A', 'ben'));
      const early = store.loadLog(A, 1);
      run(store, join('A', 'cat'));
      expect(early.state?.revision).toBe(3);
      expect(early.log.from).toBe(1);
      expect(early.log.after(1).map((event) => event.sequence)).toEqual([2, 3]);
      expect(early.log.after(2).map((event) => event.sequence)).toEqual([3]);
      expect(store.loadLog(A, 4).log.after(4)).toEqual([]);
      expect(store.loadLog(A, null).log.from).toBe(1);
      expect(store.loadLog(roomCode('B'), 0).state).toBeNull();
    });

    it('P23: a decision sees the retained events of the loaded generation', () => {
      const { store } = started(make);
      run(store, open('A', 'ann'));
      run(store, join('A', 'ben'));
      let seen: readonly number[] = [];
      store.commit({
        code: A,
        expected: { generation: 1, revision: 3 },
        request: null,
        decide: ({ log, nextGeneration }) => {
          seen = [log.from, nextGeneration, ...log.after(1).map((event) => event.sequence)];
          return { kind: 'nothing' };
        },
      });
      expect(seen).toEqual([1, 2, 2, 3]);
    });

    it('P21: the tail pages through all rooms in commit order', () => {
      const { store } = started(make);
      run(store, open('A', 'ann'));
      run(store, open('B', 'ben'));
      run(store, join('A', 'cat'));
      const seen: string[] = [];
      let position = 0;
      for (;;) {
        const batch = store.tail(position, 2);
        if (batch.entries.length === 0) break;
        expect(batch.position).toBeGreaterThan(position);
        position = batch.position;
        seen.push(...batch.entries.map(({ code, event }) => `${code}:${event.sequence}`));
      }
      expect(seen).toEqual(['A:1', 'A:2', 'B:1', 'B:2', 'A:3']);
      expect(position).toBe(store.position());
      expect(store.tail(position, 2)).toEqual({ entries: [], position });
    });
  });
}
