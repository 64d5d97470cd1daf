import { describe, expect, it } from 'vitest';
import { requestId } from '../../core/ids.ts';
import type { Claim, StoreEngine } from '../../ports/room-store.ts';
import {
  compact,
  end,
  join,
  type MakeRig,
  open,
  type Rig,
  run,
  SERVER,
  stateOf,
  stir,
} from './driver.test-suite.ts';

const CLAIM_MS = 100;

/** Nobody becomes void here. */
function started(make: MakeRig, targets: readonly string[] = ['bus']): Rig {
  const rig = make({ heartbeatTimeoutMs: 1_000_000, targets });
  rig.store.heartbeat(SERVER);
  return rig;
}

/** The claim that the test counts on. */
function claimed(store: StoreEngine, target = 'bus', limit = 100): Claim {
  const claim = store.claim(target, CLAIM_MS, limit);
  if (claim === null) throw new Error(`nothing to claim for ${target}`);
  return claim;
}

const place = ({ code, generation, records }: Claim): string =>
  `${code}:${generation}:${records.map((record) => record.sequence).join()}`;

export function describeOutbox(make: MakeRig): void {
  describe('outbox', () => {
    it('P21: the longest-waiting room is claimed first, its records in order', () => {
      const { store } = started(make);
      expect(store.claim('bus', CLAIM_MS, 10)).toBeNull();
      run(store, open('B', 'ann'));
      run(store, open('A', 'ann'));
      run(store, join('B', 'ben'));
      expect(place(claimed(store))).toBe('B:1:1,2,3');
      expect(place(claimed(store))).toBe('A:2:1,2');
      expect(store.claim('bus', CLAIM_MS, 10)).toBeNull();
    });

    it('P21: a failure keeps its claim until that lapses, and halts the room when there were enough', () => {
      const { store, advance } = started(make);
      run(store, open('A', 'ann'));
      run(store, join('A', 'ben'));
      const first = claimed(store);
      expect(store.fail(first, 1, 3)).toBe('put_off');
      expect(store.claim('bus', CLAIM_MS, 10)).toBeNull();
      advance(CLAIM_MS);
      expect(store.fail(first, 1, 3)).toBe('refused');
      const second = claimed(store);
      expect(place(second)).toBe('A:1:2,3');
      expect(store.fail(second, 1, 3)).toBe('put_off');
      expect(store.halted(10)).toEqual([]);
      advance(CLAIM_MS);
      expect(store.fail(claimed(store), 1, 3)).toBe('halted');
      expect(store.halted(10)).toEqual([{ target: 'bus', code: 'A', generation: 1, sequence: 2 }]);
      advance(CLAIM_MS);
      run(store, join('A', 'cat'));
      expect(store.claim('bus', CLAIM_MS, 10)).toBeNull();
    });

    it('P21: what has moved on counts anew; other rooms and targets go on', () => {
      const { store, advance } = started(make, ['archive', 'bus']);
      run(store, open('A', 'ann'));
      run(store, open('B', 'ann'));
      const first = claimed(store);
      expect(store.fail(first, 0, 2)).toBe('put_off');
      advance(CLAIM_MS);
      expect(store.fail(claimed(store), 1, 2)).toBe('put_off');
      expect(place(claimed(store))).toBe('B:2:1,2');
      advance(CLAIM_MS);
      expect(store.fail(claimed(store), 1, 2)).toBe('halted');
      expect(place(claimed(store, 'archive'))).toBe('A:1:1,2');
      expect(place(claimed(store))).toBe('B:2:1,2');
    });

    it('P21: an operator redrives a halted record, or drops it, once', () => {
      const { store } = started(make);
      run(store, open('A', 'ann'));
      expect(store.fail(claimed(store), 0, 1)).toBe('halted');
      const [record] = store.halted(10);
      if (record === undefined) throw new Error('nothing is halted');
      expect(store.redrive({ ...record, sequence: 2 })).toBe(false);
      expect([store.redrive(record), store.redrive(record)]).toEqual([true, false]);
      expect(store.drop(record)).toBe(false);
      const again = claimed(store);
      expect(place(again)).toBe('A:1:1,2');
      expect(store.fail(again, 0, 1)).toBe('halted');
      expect([store.drop(record), store.drop(record)]).toEqual([true, false]);
      expect(store.halted(10)).toEqual([]);
      expect(place(claimed(store))).toBe('A:1:2');
    });

    it('P22: what is halted is kept, however old, and goes once it is dropped', () => {
      const { store, advance } = started(make);
      run(store, open('A', 'ann'));
      expect(store.fail(claimed(store), 0, 1)).toBe('halted');
      advance(1_000);
      expect(compact(store, { eventsMs: 10, requestsMs: 10_000 }, 10)).toBe(0);
      const [record] = store.halted(10);
      if (record === undefined) throw new Error('nothing is halted');
      store.drop(record);
      expect(compact(store, { eventsMs: 10, requestsMs: 10_000 }, 10)).toBe(1);
      expect(store.loadLog(record.code, 1).log.from).toBe(2);
    });

    it('P21: an acknowledgement moves the watermark and ends the claim', () => {
      const { store } = started(make);
      run(store, open('A', 'ann'));
      run(store, join('A', 'ben'));
      const first = claimed(store, 'bus', 2);
      expect(place(first)).toBe('A:1:1,2');
      expect(store.acknowledge(first, 2)).toBe('acknowledged');
      expect(store.acknowledge(first, 3)).toBe('refused');
      const second = claimed(store);
      expect(place(second)).toBe('A:1:3');
      expect(second.fence).toBeGreaterThan(first.fence);
      expect(store.acknowledge(second, 3)).toBe('acknowledged');
      expect(store.claim('bus', CLAIM_MS, 10)).toBeNull();
      run(store, join('A', 'cat'));
      expect(place(claimed(store))).toBe('A:1:4');
    });

    it('P21: a claimed room is nobody else’s until the claim expires', () => {
      const { store, advance } = started(make);
      run(store, open('A', 'ann'));
      const lapsed = claimed(store);
      advance(CLAIM_MS - 1);
      expect(store.claim('bus', CLAIM_MS, 10)).toBeNull();
      advance(1);
      expect(store.acknowledge(lapsed, 2)).toBe('refused');
      const next = claimed(store);
      expect(place(next)).toBe('A:1:1,2');
      expect(next.fence).toBeGreaterThan(lapsed.fence);
      expect(store.acknowledge(lapsed, 2)).toBe('refused');
      expect(store.acknowledge(next, 1)).toBe('acknowledged');
      expect(place(claimed(store))).toBe('A:1:2');
    });

    it('P21: the watermark never goes back nor beyond the head', () => {
      const { store } = started(make);
      run(store, open('A', 'ann'));
      const first = claimed(store);
      expect(store.acknowledge(first, 3)).toBe('refused');
      expect(store.acknowledge(first, 1.5)).toBe('refused');
      expect(store.acknowledge(first, 1)).toBe('acknowledged');
      const second = claimed(store);
      expect(store.acknowledge(second, 0)).toBe('acknowledged');
      expect(place(claimed(store))).toBe('A:1:2');
    });

    it('P21: records that come while a room is claimed are claimed after it', () => {
      const { store } = started(make);
      run(store, open('A', 'ann'));
      const first = claimed(store);
      run(store, join('A', 'ben'));
      run(store, open('B', 'ben'));
      expect(place(claimed(store))).toBe('B:2:1,2');
      expect(store.acknowledge(first, 2)).toBe('acknowledged');
      expect(place(claimed(store))).toBe('A:1:3');
    });

    it('P21: each target has its own watermark, and one that is new starts from the first record', () => {
      const { store } = started(make);
      run(store, open('A', 'ann'));
      const bus = claimed(store);
      store.acknowledge(bus, 2);
      expect(place(claimed(store, 'hook'))).toBe('A:1:1,2');
      expect(store.acknowledge({ ...bus, target: 'nobody' }, 2)).toBe('refused');
      run(store, join('A', 'ben'));
      expect(place(claimed(store, 'bus'))).toBe('A:1:3');
      expect(store.claim('hook', CLAIM_MS, 10)).toBeNull();
    });

    it('P21: an earlier generation is published to its end, also after the code was reopened', () => {
      const { store } = started(make);
      run(store, open('A', 'ann'));
      store.acknowledge(claimed(store), 2);
      run(store, end(stateOf(store, 'A')));
      run(store, open('A', 'ann', 1));
      const earlier = claimed(store);
      expect(place(earlier)).toBe('A:1:3');
      expect(place(claimed(store))).toBe('A:2:1,2');
      expect(store.acknowledge(earlier, 3)).toBe('acknowledged');
      expect(store.claim('bus', CLAIM_MS, 10)).toBeNull();
    });
  });
}

const KEEP = { eventsMs: 1_000, requestsMs: 2_000 };

/** Claims and acknowledges all that the target is owed. */
function publishAll(store: StoreEngine, target: string): void {
  for (;;) {
    const claim = store.claim(target, CLAIM_MS, 1_000);
    if (claim === null) return;
    store.acknowledge(claim, claim.records.at(-1)?.sequence ?? 0);
  }
}

const retained = (store: StoreEngine, code: string): readonly number[] => {
  const { log } = store.loadLog(stateOf(store, code).code, 0);
  return [log.from, ...log.after(0).map((event) => event.sequence)];
};

export function describeRetention(make: MakeRig): void {
  describe('retention', () => {
    it('P22: an event goes once every target has it and it is older than the interval', () => {
      const { store, advance } = started(make, ['bus', 'hook']);
      run(store, open('A', 'ann'));
      advance(KEEP.eventsMs);
      stir(store, 'A', 1);
      publishAll(store, 'bus');
      advance(1);
      expect(compact(store, KEEP, 10)).toBe(0);
      publishAll(store, 'hook');
      expect(compact(store, KEEP, 10)).toBe(1);
      expect(retained(store, 'A')).toEqual([3, 3]);
      expect(compact(store, KEEP, 10)).toBe(0);
      advance(KEEP.eventsMs);
      expect(compact(store, KEEP, 10)).toBe(1);
      expect(retained(store, 'A')).toEqual([4]);
      expect(stateOf(store, 'A').revision).toBe(3);
      expect(store.tail(0, 10).entries).toEqual([]);
      expect(store.position()).toBe(3);
    });

    it('P22: what goes on after a compaction goes on at the next sequence and position', () => {
      const { store, advance } = started(make);
      run(store, open('A', 'ann'));
      publishAll(store, 'bus');
      advance(KEEP.eventsMs + 1);
      compact(store, KEEP, 10);
      stir(store, 'A', 2);
      expect(retained(store, 'A')).toEqual([3, 3, 4]);
      expect(store.tail(0, 10).entries.map(({ event }) => event.sequence)).toEqual([3, 4]);
      expect(store.tail(3, 10).entries.map(({ event }) => event.sequence)).toEqual([4]);
      expect(place(claimed(store))).toBe('A:1:3,4');
      expect(place(claimed(store, 'new'))).toBe('A:1:3,4');
    });

    it('P23: a log that was read before a compaction is complete', () => {
      const { store, advance } = started(make);
      run(store, open('A', 'ann'));
      publishAll(store, 'bus');
      const { log } = store.loadLog(stateOf(store, 'A').code, 0);
      advance(KEEP.eventsMs + 1);
      compact(store, KEEP, 10);
      expect(log.from).toBe(1);
      expect(log.after(0).map((event) => event.sequence)).toEqual([1, 2]);
    });

    it('P20, P22: requests are kept for their own interval, in both scopes', () => {
      const { store, advance } = started(make, []);
      const identity = 'x';
      const code = { scope: 'code', requestId: requestId('r'), identity } as const;
      const generation = { scope: 'generation', requestId: requestId('r'), identity } as const;
      run(store, open('A', 'ann'), code);
      run(store, join('A', 'ben'), generation);
      const { code: room } = stateOf(store, 'A');
      advance(KEEP.requestsMs);
      compact(store, KEEP, 10);
      expect(store.load(room, code).record).not.toBeNull();
      expect(store.load(room, generation).record).not.toBeNull();
      advance(1);
      expect(compact(store, KEEP, 10)).toBe(1);
      expect(store.load(room, code).record).toBeNull();
      expect(store.load(room, generation).record).toBeNull();
    });

    it('P22: a closed generation goes when the code was reopened and all of it is published', () => {
      const { store, advance } = started(make);
      run(store, open('A', 'ann'));
      publishAll(store, 'bus');
      run(store, end(stateOf(store, 'A')));
      advance(KEEP.eventsMs + 1);
      expect(compact(store, KEEP, 10)).toBe(1);
      expect(stateOf(store, 'A').closed).toBe('ended');
      expect(retained(store, 'A')).toEqual([3, 3]);
      run(store, open('A', 'ann', 1));
      expect(place(claimed(store))).toBe('A:1:3');
      advance(CLAIM_MS);
      const late = claimed(store);
      store.acknowledge(late, 3);
      expect(compact(store, KEEP, 10)).toBe(1);
      expect(store.acknowledge(late, 3)).toBe('refused');
      publishAll(store, 'bus');
      expect(compact(store, KEEP, 10)).toBe(0);
      expect(store.tail(0, 10).entries.map(({ event }) => event.generation)).toEqual([2, 2]);
      expect(place(claimed(store, 'new'))).toBe('A:2:1,2');
      expect(store.claim('new', CLAIM_MS, 10)).toBeNull();
    });

    it('P22: a closed generation without any record goes in the next compaction after a reopening', () => {
      const { store, advance } = started(make, []);
      run(store, open('A', 'ann'));
      run(store, end(stateOf(store, 'A')));
      advance(KEEP.eventsMs + 1);
      expect(compact(store, KEEP, 10)).toBe(1);
      expect(compact(store, KEEP, 10)).toBe(0);
      run(store, open('A', 'ann', 1));
      expect(compact(store, KEEP, 10)).toBe(1);
      expect(compact(store, KEEP, 10)).toBe(0);
      expect(stateOf(store, 'A').generation).toBe(2);
    });

    it('P22: compaction goes in steps of as many rooms as it is told', () => {
      const { store, advance } = started(make, []);
      for (const code of ['A', 'B', 'C']) run(store, open(code, 'ann'));
      advance(KEEP.eventsMs + 1);
      expect(compact(store, KEEP, 2)).toBe(2);
      expect(['A', 'B', 'C'].map((code) => retained(store, code))).toEqual([[3], [3], [1, 1, 2]]);
      expect(compact(store, KEEP, 2)).toBe(1);
      expect(compact(store, KEEP, 2)).toBe(0);
    });
  });
}
