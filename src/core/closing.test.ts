/** P9: how rooms without anybody connected end, and who takes a vacancy. */
import { describe, expect, it } from 'vitest';
import { facts, kinds, outcome, RoomDriver, sessionOf } from './room-driver.test-suite.ts';

describe('P9: emptyRoom: close', () => {
  const closable = (names: string): RoomDriver => RoomDriver.of(names, { emptyRoom: 'close' });

  it.each([
    [-1, ['nothing']],
    [0, ['room.closed']],
    [1, ['room.closed']],
  ])('P9: closes when the last lease is over: at %i ms from its end: %j', (ms, expected) => {
    const room = closable('ann bob');
    room.disconnect('bob');
    room.pass(5).disconnect('ann');
    expect(kinds(room.passLease(ms).close())).toEqual(expected);
  });

  it('P9: the closing is `empty`; it ends seats and sessions', () => {
    const room = closable('ann');
    room.disconnect('ann');
    expect(facts(room.passLease().close())).toEqual([{ kind: 'room.closed', reason: 'empty' }]);
    expect(room.room).toMatchObject({ closed: 'empty', host: null, leaseUntil: null, members: [] });
    expect(outcome(room.resume('ann'))).toBe('room_closed');
  });

  it('P9: while a member is connected nothing closes, whatever became of the lease', () => {
    const room = closable('ann bob');
    room.setEligible('bob', false);
    room.disconnect('ann');
    expect(outcome(room.passLease(500).close())).toBe('nothing');
  });

  it('P9: the last connection that goes after the lease closes the room in the same commit', () => {
    const room = closable('ann bob');
    room.setEligible('bob', false);
    room.disconnect('ann');
    expect(kinds(room.passLease(500).disconnect('bob'))).toEqual(['member.absent', 'room.closed']);
  });

  it('P9: the last connection that goes from a room without host closes it in the same commit', () => {
    const room = closable('ann bob');
    room.setEligible('bob', false);
    room.leave('ann');
    expect(kinds(room.disconnect('bob'))).toEqual(['member.absent', 'room.closed']);
  });

  it('P9: a resume without transport may be what empties the room; it is answered all the same', () => {
    const room = closable('ann bob');
    room.setEligible('bob', false);
    room.leave('ann');
    const resuming = room.resume('bob', { on: null });
    expect(kinds(resuming)).toEqual(['member.absent', 'room.closed']);
    expect(sessionOf(resuming)).toMatchObject({
      memberId: 'bob',
      epoch: 2,
      connection: null,
      role: 'member',
      host: null,
      throughSequence: room.room.revision,
      sync: { kind: 'snapshot', snapshot: { closed: 'empty', members: [] } },
    });
  });

  it('P3: a due closing stands before a join, which is then refused and commits nothing', () => {
    const room = closable('ann');
    room.disconnect('ann');
    const before = room.passLease().room;
    expect(outcome(room.join('bob'))).toBe('room_closed');
    expect(room.room).toBe(before);
  });

  it('P8: the host that comes back goes ahead of a due closing', () => {
    const room = closable('ann');
    room.disconnect('ann');
    expect(kinds(room.passLease(7).resume('ann'))).toEqual(['host.resumed']);
    expect(room.room.closed).toBeNull();
  });

  it('P12: nothing closes while no heartbeat is live', () => {
    const room = closable('ann');
    room.disconnect('ann');
    room.passLease(100).lose('east', 'west');
    expect(outcome(room.close())).toBe('nothing');
  });
});

describe('P9: emptyRoom: hold', () => {
  it.each([
    [-1, ['nothing']],
    [0, ['room.closed']],
    [1, ['room.closed']],
  ])('P9: waits idleMs from the end of the lease: at %i ms from then: %j', (ms, expected) => {
    const room = RoomDriver.of('ann');
    room.disconnect('ann');
    expect(kinds(room.passLease(1_000 + ms).close())).toEqual(expected);
  });

  it('P9: idle time counts from the last absence when the lease was over before', () => {
    const room = RoomDriver.of('ann bob');
    room.setEligible('bob', false);
    room.disconnect('ann');
    room.passLease(200).disconnect('bob');
    expect(outcome(room.pass(999).close())).toBe('nothing');
    expect(facts(room.pass(1).close())).toEqual([{ kind: 'room.closed', reason: 'idle' }]);
  });

  it('P9: a lease that ends early, with nobody connected, starts the idle time then', () => {
    const room = RoomDriver.of('ann bob');
    room.disconnect('bob');
    room.disconnect('ann');
    room.pass(10).leave('ann');
    expect(outcome(room.pass(999).close())).toBe('nothing');
    expect(kinds(room.pass(1).close())).toEqual(['room.closed']);
  });

  it('P9: a host that leaves after its lease is over does not start the idle time again', () => {
    const room = RoomDriver.of('ann bob');
    room.disconnect('bob');
    room.disconnect('ann');
    room.passLease(600).leave('ann');
    expect(outcome(room.pass(399).close())).toBe('nothing');
    expect(kinds(room.pass(1).close())).toEqual(['room.closed']);
  });

  it('P9: a join within the idle time takes over; the next idle time counts anew', () => {
    const room = RoomDriver.of('ann');
    room.disconnect('ann');
    room.passLease(900).join('bob');
    expect(room.room.host).toBe('bob');
    room.pass(900).disconnect('bob');
    expect(outcome(room.passLease(999).close())).toBe('nothing');
    expect(kinds(room.pass(1).close())).toEqual(['room.closed']);
  });

  it('P9: a join without transport connects nobody and does not stop the idle time', () => {
    const room = RoomDriver.of('ann');
    room.disconnect('ann');
    room.passLease(900).join('bob', { on: null });
    expect(kinds(room.pass(100).close())).toEqual(['room.closed']);
  });

  it('P12: no idle room closes while no heartbeat is live', () => {
    const room = RoomDriver.of('ann');
    room.disconnect('ann');
    room.passLease(5_000).lose('east', 'west');
    expect(outcome(room.close())).toBe('nothing');
  });
});

describe('P9: a room without members', () => {
  it.each(['close', 'hold'] as const)(
    'P9: closes under %s in the commit that empties it',
    (emptyRoom) => {
      const room = RoomDriver.of('ann', { emptyRoom });
      const leaving = room.leave('ann');
      expect(kinds(leaving)).toEqual(['member.left', 'host.changed', 'room.closed']);
      expect(facts(leaving)[2]).toEqual({ kind: 'room.closed', reason: 'abandoned' });
    },
  );

  it('P9: also when the last member is an absent one, even with no live heartbeat', () => {
    const room = RoomDriver.of('ann');
    room.disconnect('ann');
    room.lose('east', 'west');
    expect(kinds(room.remove('ann', room.operator()))).toEqual([
      'member.left',
      'host.changed',
      'room.closed',
    ]);
  });
});

describe('P9: a vacancy', () => {
  /** The last connected host has left while bob is absent. */
  function vacant(): RoomDriver {
    const room = RoomDriver.of('ann bob');
    room.disconnect('bob');
    room.leave('ann');
    return room;
  }

  it('P9: goes to the next member that is connected and eligible, in the commit that makes it so', () => {
    const room = vacant();
    expect(room.room).toMatchObject({ host: null, hostTerm: 1, leaseUntil: null });
    const resuming = room.resume('bob');
    expect(kinds(resuming)).toEqual(['member.resumed', 'host.changed']);
    expect(facts(resuming)[1]).toEqual({
      kind: 'host.changed',
      previous: null,
      host: 'bob',
      hostTerm: 2,
      reason: 'vacancy',
    });
  });

  it('P9: by attach', () => {
    const room = vacant();
    room.resume('bob', { on: null });
    expect(kinds(room.attach('bob'))).toEqual(['member.resumed', 'host.changed']);
  });

  it('P9: by an operator that makes the connected member eligible', () => {
    const room = RoomDriver.of('ann bob');
    room.setEligible('bob', false);
    room.leave('ann');
    expect(kinds(room.setEligible('bob', true, room.operator()))).toEqual([
      'member.eligibility',
      'host.changed',
    ]);
    expect(room.room.host).toBe('bob');
  });

  it('P9: an ineligible member that connects does not take it', () => {
    const room = vacant();
    room.setEligible('bob', false, room.operator());
    expect(kinds(room.resume('bob'))).toEqual(['member.resumed']);
    expect(room.room.host).toBeNull();
  });
});
