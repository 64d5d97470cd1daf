/** The life of a lease under the lease policy: P5, P6, P8. */
import { describe, expect, it } from 'vitest';
import { kinds, outcome, RoomDriver } from './room-driver.test-suite.ts';

/** The host has just become absent; two members are connected. */
function leased(): RoomDriver {
  const room = RoomDriver.of('ann bob cat');
  room.disconnect('ann');
  return room;
}

describe('P5: a transport that closes is a signal', () => {
  it('P5: the absent host keeps authority for leaseMs of store time, and nobody is promoted yet', () => {
    const room = leased();
    expect(room.room).toMatchObject({ host: 'ann', hostTerm: 1, leaseUntil: room.now + 30 });
    expect(room.seats).toBe('(ann) bob cat');
  });

  it('P5: the same close again is nothing: no event, no second lease', () => {
    const room = RoomDriver.of('ann bob');
    const connection = room.member('ann').attachment?.connectionId ?? '';
    room.disconnect('ann', { connection });
    const before = room.room;
    expect(outcome(room.pass(10).disconnect('ann', { connection }))).toBe('nothing');
    expect(room.room).toBe(before);
  });

  it('P5: the close of a connection that a resume has replaced is nothing', () => {
    const room = RoomDriver.of('ann bob');
    const connection = room.member('ann').attachment?.connectionId ?? '';
    room.resume('ann');
    expect(outcome(room.disconnect('ann', { connection }))).toBe('nothing');
    expect(room.seats).toBe('ann bob');
  });

  it('P5: the close of a connection whose member has left, or was never here, is nothing', () => {
    const room = RoomDriver.of('ann bob');
    const connection = room.member('bob').attachment?.connectionId ?? '';
    room.leave('bob');
    expect(outcome(room.disconnect('bob', { connection }))).toBe('nothing');
    expect(outcome(room.disconnect('eve', { connection }))).toBe('nothing');
  });

  it("P5: one member's close cannot name another member's connection", () => {
    const room = RoomDriver.of('ann bob');
    const connection = room.member('ann').attachment?.connectionId ?? '';
    expect(outcome(room.disconnect('bob', { connection }))).toBe('nothing');
  });

  it('P5: each absence has a lease of its own, of full length', () => {
    const room = leased();
    room.pass(20).resume('ann');
    room.pass(20).disconnect('ann');
    expect(room.room.leaseUntil).toBe(room.now + 30);
  });
});

describe('P6: promotion by expiry', () => {
  it.each([
    [-1, 'lease_active', 'ann'],
    [0, 'committed', 'bob'],
    [1, 'committed', 'bob'],
  ])('P6: at %i ms from the deadline: %s', (ms, expected, host) => {
    const room = leased();
    expect(outcome(room.passLease(ms).promote())).toBe(expected);
    expect(room.room.host).toBe(host);
  });

  it('P6: the deadline must be the one observed, also when a later lease has expired too', () => {
    const room = leased();
    const observed = room.room.leaseUntil ?? 0;
    room.pass(1).resume('ann');
    room.pass(1).disconnect('ann');
    expect(outcome(room.passLease(5).promote({ leaseUntil: observed }))).toBe('stale_lease');
    expect(outcome(room.promote({ leaseUntil: observed + 100 }))).toBe('stale_lease');
    expect(outcome(room.promote())).toBe('committed');
  });

  it('P6: the host must be the one observed', () => {
    const room = leased();
    expect(outcome(room.passLease().promote({ host: 'bob' }))).toBe('stale_lease');
  });

  it('P6: a host that resumed is not promoted away: no lease runs', () => {
    const room = leased();
    const observed = room.room.leaseUntil ?? 0;
    room.resume('ann');
    expect(outcome(room.pass(100).promote({ leaseUntil: observed }))).toBe('stale_lease');
  });

  it('P6: the second of two workers with the same observation is refused', () => {
    const room = leased();
    const observed = { host: 'ann', leaseUntil: room.room.leaseUntil ?? 0 };
    expect(outcome(room.passLease().promote(observed))).toBe('committed');
    expect(outcome(room.promote(observed))).toBe('stale_lease');
    expect(room.room.hostTerm).toBe(2);
  });

  it('P6: the generation must be the one observed', () => {
    const room = leased();
    expect(outcome(room.passLease().promote({ generation: 2 }))).toBe('stale_generation');
  });

  it('P6: a successor must exist', () => {
    const room = RoomDriver.of('ann');
    room.disconnect('ann');
    expect(outcome(room.passLease().promote())).toBe('no_successor');
    expect(room.room.host).toBe('ann');
  });

  it('P12: nothing expires while no heartbeat is live', () => {
    const room = leased();
    room.passLease().lose('east', 'west');
    expect(outcome(room.promote())).toBe('lease_active');
    expect(room.room.host).toBe('ann');
  });
});

describe('P8: a host that comes back', () => {
  it.each([-1, 0, 1, 5_000])('P8: stays host at %i ms from the deadline', (ms) => {
    const room = leased();
    expect(kinds(room.passLease(ms).resume('ann'))).toEqual(['host.resumed']);
    expect(room.room).toMatchObject({ host: 'ann', hostTerm: 1, leaseUntil: null });
  });

  it('P8: also by attach and by join, past the deadline', () => {
    const attaching = leased();
    attaching.resume('ann', { on: null });
    expect(kinds(attaching.passLease(1).attach('ann'))).toEqual(['host.resumed']);
    const joining = leased();
    expect(kinds(joining.passLease(1).join('ann'))).toEqual(['host.resumed']);
  });

  it('P8: a resume without transport connects nobody, so a due handoff comes first', () => {
    const room = leased();
    expect(kinds(room.passLease().resume('ann', { on: null }))).toEqual([
      'host.changed',
      'session.renewed',
    ]);
    expect(room.room.host).toBe('bob');
  });

  it('P8: after a handoff it is a member', () => {
    const room = leased();
    room.passLease().promote();
    expect(kinds(room.resume('ann'))).toEqual(['member.resumed']);
    expect(room.room).toMatchObject({ host: 'bob', hostTerm: 2 });
  });

  it("P8: an absent host's own commands are accepted until a handoff is due", () => {
    const early = leased();
    expect(outcome(early.passLease(-1).setEligible('cat', false))).toBe('committed');
    const late = leased();
    expect(outcome(late.passLease().setEligible('cat', false))).toBe('not_host');
  });

  it('P8: a transfer within the lease ends it; the former host comes back as a member', () => {
    const room = leased();
    expect(kinds(room.transfer('cat'))).toEqual(['host.changed']);
    expect(room.room).toMatchObject({ host: 'cat', leaseUntil: null });
    expect(kinds(room.resume('ann'))).toEqual(['member.resumed']);
  });
});

describe('P9: an expired lease without a successor', () => {
  it('P9: authority stays, and moves as soon as a member is connected and eligible', () => {
    const room = RoomDriver.of('ann bob');
    room.setEligible('bob', false);
    room.disconnect('ann');
    room.passLease(10);
    expect(outcome(room.close())).toBe('nothing');
    expect(room.room.host).toBe('ann');
    expect(kinds(room.setEligible('bob', true, room.operator()))).toEqual([
      'member.eligibility',
      'host.changed',
    ]);
    expect(room.room.host).toBe('bob');
  });
});
