import { describe, expect, it } from 'vitest';
import { instanceId, memberId, requestId, roomCode } from '../../core/ids.ts';
import type { StoreEngine } from '../../ports/room-store.ts';
import {
  disconnect,
  end,
  IDLE_MS,
  join,
  LEASE_MS,
  type MakeRig,
  open,
  type Rig,
  run,
  SERVER,
  stateOf,
  TIMEOUT_MS,
  transport,
} from './driver.test-suite.ts';

const A = roomCode('A');

function started(make: MakeRig): Rig {
  const rig = make({ heartbeatTimeoutMs: TIMEOUT_MS });
  rig.store.heartbeat(SERVER);
  return rig;
}

function seen(store: StoreEngine, instance: string): readonly [live: boolean, anyLive: boolean] {
  let answer: readonly [boolean, boolean] = [false, false];
  store.commit({
    code: roomCode('nobody opened this'),
    expected: null,
    request: null,
    decide: ({ instances }) => {
      answer = [instances.isLive(instanceId(instance)), instances.anyLive];
      return { kind: 'nothing' };
    },
  });
  return answer;
}

export function describeTime(make: MakeRig): void {
  describe('instances', () => {
    it('P12: an instance is live up to the timeout after its last heartbeat, then void for ever', () => {
      const { store, advance } = started(make);
      advance(TIMEOUT_MS);
      expect(seen(store, 'i1')).toEqual([true, true]);
      expect(store.heartbeat(SERVER)).toBe('live');
      advance(TIMEOUT_MS + 1);
      expect(seen(store, 'i1')).toEqual([false, false]);
      expect(store.heartbeat(SERVER)).toBe('void');
      expect(seen(store, 'i1')).toEqual([false, false]);
      expect(store.heartbeat(instanceId('i2'))).toBe('live');
      expect(store.heartbeat(SERVER)).toBe('void');
      expect(seen(store, 'i1')).toEqual([false, true]);
      expect(seen(store, 'i2')).toEqual([true, true]);
      expect(seen(store, 'unknown')).toEqual([false, true]);
      expect(['i1', 'i2', 'unknown'].map((id) => store.isLive(instanceId(id)))).toEqual([
        false,
        true,
        false,
      ]);
    });

    it('P12: rooms with members attached through void instances are found, by code', () => {
      const { store, advance } = started(make);
      store.heartbeat(instanceId('i2'));
      run(store, open('B', 'ann'));
      run(store, open('A', 'ben', 0, transport('ben', 'i2')));
      run(store, open('C', 'cat', 0, transport('cat', 'i2')));
      run(store, join('C', 'dan'));
      expect(store.haunted(10)).toEqual([]);
      advance(TIMEOUT_MS);
      store.heartbeat(instanceId('i2'));
      advance(1);
      expect(store.haunted(10)).toEqual(['B', 'C']);
      expect(store.haunted(1)).toEqual(['B']);
      run(store, { kind: 'void', code: roomCode('B'), generation: 1 });
      expect(store.haunted(10)).toEqual(['C']);
      advance(TIMEOUT_MS);
      store.heartbeat(instanceId('i3'));
      advance(1);
      expect(store.haunted(10)).toEqual(['A', 'C']);
      for (const code of ['A', 'C']) {
        const { generation } = stateOf(store, code);
        run(store, { kind: 'void', code: roomCode(code), generation });
      }
      expect(store.haunted(10)).toEqual([]);
    });

    it('P5: what is attached through an instance is listed by code and member order', () => {
      const { store, advance } = started(make);
      store.heartbeat(instanceId('i2'));
      run(store, open('B', 'zoe'));
      run(store, open('A', 'zoe'));
      run(store, join('A', 'ben', transport('ben', 'i2')));
      advance(1);
      run(store, join('A', 'ann'));
      const listed = (instance: string): readonly string[] =>
        store
          .attachments(instanceId(instance))
          .map((found) => `${found.code}:${found.generation} ${found.memberId}`);
      expect(listed('i1')).toEqual(['A:2 zoe', 'A:2 ann', 'B:1 zoe']);
      expect(store.attachments(instanceId('i2'))).toEqual([
        { code: A, generation: 2, memberId: 'ben', connectionId: 'ben@i2' },
      ]);
      run(store, disconnect(stateOf(store, 'A'), 'zoe'));
      run(
        store,
        Object.assign(join('A', 'ann', transport('ann', 'i2')), { requestId: requestId('again') }),
      );
      expect(listed('i1')).toEqual(['B:1 zoe']);
      expect(listed('i2')).toEqual(['A:2 ben', 'A:2 ann']);
      run(store, end(stateOf(store, 'B')));
      expect(listed('i1')).toEqual([]);
      expect(listed('unknown')).toEqual([]);
    });
  });

  describe('timers', () => {
    it('P6: a room is due from the end of its lease on, until a commit has moved authority', () => {
      const { store, advance } = started(make);
      run(store, open('A', 'ann'));
      expect(store.nextWake()).toBeNull();
      run(store, join('A', 'ben'));
      run(store, disconnect(stateOf(store, 'A'), 'ann'));
      const { leaseUntil } = stateOf(store, 'A');
      expect(store.nextWake()).toBe(leaseUntil);
      expect(store.armed(A)).toBe(leaseUntil);
      expect(store.armed(roomCode('B'))).toBeNull();
      advance(TIMEOUT_MS);
      store.heartbeat(SERVER);
      advance(LEASE_MS - TIMEOUT_MS - 1);
      expect(store.due(10)).toEqual([]);
      advance(1);
      expect(store.due(10)).toEqual(['A']);
      expect(store.due(10)).toEqual(['A']);
      if (leaseUntil === null) throw new Error('no lease');
      const host = memberId('ann');
      run(store, { kind: 'promote', code: A, generation: 1, host, leaseUntil });
      expect(stateOf(store, 'A').host).toBe('ben');
      expect(store.due(10)).toEqual([]);
      expect(store.nextWake()).toBe(stateOf(store, 'A').members[0]?.seatUntil);
    });

    it('P25: a host that comes back, or a room that closes, disarms its timer', () => {
      const { store, advance } = started(make);
      for (const code of ['A', 'B']) {
        run(store, open(code, 'ann'));
        run(store, join(code, 'ben'));
        run(store, disconnect(stateOf(store, code), 'ann'));
      }
      run(store, join('A', 'ann'));
      expect(stateOf(store, 'A').leaseUntil).toBeNull();
      const { code, generation } = stateOf(store, 'B');
      const authority = { kind: 'operator', generation } as const;
      run(store, { kind: 'end', code, requestId: requestId('end'), authority });
      expect(stateOf(store, 'B').closed).toBe('ended');
      expect(store.nextWake()).toBeNull();
      advance(LEASE_MS);
      expect(store.due(10)).toEqual([]);
    });

    it('P7: due rooms come earliest first, equal times by code, and no more than asked for', () => {
      const { store, advance } = started(make);
      for (const code of ['late', 'Z', 'a', 'M']) run(store, open(code, 'ann'));
      for (const code of ['a', 'Z', 'M']) run(store, disconnect(stateOf(store, code), 'ann'));
      advance(7);
      run(store, disconnect(stateOf(store, 'late'), 'ann'));
      advance(IDLE_MS + LEASE_MS - 7);
      expect(store.due(10)).toEqual(['M', 'Z', 'a']);
      expect(store.due(2)).toEqual(['M', 'Z']);
      advance(7);
      expect(store.due(10)).toEqual(['M', 'Z', 'a', 'late']);
      expect(store.nextWake()).toBe(IDLE_MS + LEASE_MS);
    });
  });
}
