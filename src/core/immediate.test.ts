/** P10: the immediate policy. */
import { describe, expect, it } from 'vitest';
import { facts, kinds, outcome, RoomDriver } from './room-driver.test-suite.ts';

const immediate = (names: string): RoomDriver =>
  RoomDriver.of(names, { succession: 'immediate', emptyRoom: 'close' });

describe('P10: under immediate', () => {
  it('P10: authority moves in the commit that marks the host absent, to the first successor', () => {
    const room = immediate('ann bob cat');
    expect(kinds(room.disconnect('ann'))).toEqual(['member.absent', 'host.changed']);
    expect(room.room).toMatchObject({ host: 'bob', hostTerm: 2, leaseUntil: null });
  });

  it('P10: also when the host resumes without transport', () => {
    const room = immediate('ann bob');
    expect(kinds(room.resume('ann', { on: null }))).toEqual(['member.absent', 'host.changed']);
    expect(room.member('ann')).toMatchObject({ epoch: 2, epochAttached: false });
  });

  it('P10: a resume that takes over a live connection is no absence', () => {
    const room = immediate('ann bob');
    expect(kinds(room.resume('ann'))).toEqual(['host.resumed']);
  });

  it('P10: without a successor the host keeps authority with a lease', () => {
    const room = immediate('ann bob');
    room.setEligible('bob', false);
    expect(kinds(room.disconnect('ann'))).toEqual(['host.absent']);
    expect(room.room).toMatchObject({ host: 'ann', leaseUntil: room.now + 30 });
  });

  it('P10: that lease does not delay the first successor', () => {
    const room = immediate('ann');
    room.disconnect('ann');
    const joining = room.pass(1).join('bob');
    expect(kinds(joining)).toEqual(['member.joined', 'host.changed']);
    expect(facts(joining)[1]).toMatchObject({ previous: 'ann', host: 'bob', reason: 'immediate' });
  });

  it('P10: that lease ends when the host comes back first', () => {
    const room = immediate('ann');
    room.disconnect('ann');
    expect(kinds(room.resume('ann'))).toEqual(['host.resumed']);
    expect(room.room).toMatchObject({ host: 'ann', leaseUntil: null });
  });

  it.each([
    [-1, ['nothing']],
    [0, ['room.closed']],
    [1, ['room.closed']],
  ])('P10: that lease delays closing: at %i ms from its end: %j', (ms, expected) => {
    const room = immediate('ann');
    room.disconnect('ann');
    expect(kinds(room.passLease(ms).close())).toEqual(expected);
  });

  it('P10: the former host is a member when it returns', () => {
    const room = immediate('ann bob');
    room.disconnect('ann');
    expect(kinds(room.resume('ann'))).toEqual(['member.resumed']);
    expect(room.room.host).toBe('bob');
  });

  it('P6: promotion by expiry finds no lease to expire once authority has moved', () => {
    const room = immediate('ann bob');
    const leaseUntil = room.now + 30;
    room.disconnect('ann');
    expect(outcome(room.pass(40).promote({ host: 'ann', leaseUntil }))).toBe('stale_lease');
  });
});

describe('P10: leaving, removal and lost eligibility are not absence', () => {
  it('P10: an absent host that leaves within its lease hands over at once', () => {
    const room = RoomDriver.of('ann bob');
    room.disconnect('ann');
    expect(kinds(room.leave('ann'))).toEqual(['member.left', 'host.changed']);
    expect(room.room).toMatchObject({ host: 'bob', leaseUntil: null });
  });

  it('P10: eligibility that is given leaves authority where it is', () => {
    const room = RoomDriver.of('ann bob');
    expect(kinds(room.setEligible('bob', false))).toEqual(['member.eligibility']);
    expect(kinds(room.setEligible('bob', true))).toEqual(['member.eligibility']);
    expect(room.room).toMatchObject({ host: 'ann', hostTerm: 1 });
  });

  it('P10: transfer goes only to a connected, eligible member other than the host', () => {
    const room = RoomDriver.of('ann bob cat');
    room.disconnect('bob');
    room.setEligible('cat', false);
    expect(outcome(room.transfer('bob'))).toBe('not_eligible');
    expect(outcome(room.transfer('cat'))).toBe('not_eligible');
    expect(outcome(room.transfer('ann'))).toBe('not_eligible');
    expect(room.room).toMatchObject({ host: 'ann', hostTerm: 1 });
  });
});
