/** P12: the members of void instances. */
import { describe, expect, it } from 'vitest';
import { facts, kinds, outcome, RoomDriver } from './room-driver.test-suite.ts';
import type { RoomPolicy } from './policy.ts';

/** ann (the host), cat and bob are on `east`, dan joined last and is on `west`. */
function spread(policy: Partial<RoomPolicy> = {}): RoomDriver {
  const room = RoomDriver.of('ann cat bob', policy);
  room.pass(1).join('dan', { on: 'west' });
  return room;
}

const who = (decision: Parameters<typeof facts>[0]): readonly unknown[] =>
  facts(decision).map((fact) => ('memberId' in fact ? fact.memberId : null));

describe('P12: voiding', () => {
  it('P12: marks all members of void instances absent in one commit, in member order, the host last', () => {
    const voiding = spread().lose('east').void();
    expect(kinds(voiding)).toEqual(['member.absent', 'member.absent', 'host.absent']);
    expect(who(voiding)).toEqual(['cat', 'bob', 'ann']);
  });

  it('P12: the host keeps a lease from that commit on', () => {
    const room = spread().lose('east').pass(50);
    room.void();
    expect(room.room).toMatchObject({ host: 'ann', leaseUntil: room.now + 30 });
    expect(room.seats).toBe('(ann) (cat) (bob) dan');
  });

  it('P12: under immediate nobody who is gone is promoted', () => {
    const room = spread({ succession: 'immediate' }).lose('east');
    const voiding = room.void();
    expect(kinds(voiding)).toEqual([
      'member.absent',
      'member.absent',
      'member.absent',
      'host.changed',
    ]);
    expect(who(voiding).slice(0, 3)).toEqual(['cat', 'bob', 'ann']);
    expect(room.room.host).toBe('dan');
  });

  it('P12: under immediate with nobody left the host keeps authority with a lease', () => {
    const room = spread({ succession: 'immediate' }).lose('east', 'west').start('north');
    expect(kinds(room.void())).toEqual([
      'member.absent',
      'member.absent',
      'member.absent',
      'host.absent',
    ]);
    expect(room.room.host).toBe('ann');
  });

  it('P12: without members on void instances there is nothing to do', () => {
    const room = spread();
    room.disconnect('dan');
    room.lose('west');
    const before = room.room;
    expect(outcome(room.void())).toBe('nothing');
    expect(room.room).toBe(before);
  });

  it('P12: a lease that ran before is not renewed', () => {
    const room = spread();
    room.disconnect('ann');
    const { leaseUntil } = room.room;
    room.pass(10).lose('east');
    expect(who(room.void())).toEqual(['cat', 'bob']);
    expect(room.room.leaseUntil).toBe(leaseUntil);
  });

  it('P3: voiding goes ahead of a due handoff, which then passes over those who are gone', () => {
    const room = spread();
    room.disconnect('ann');
    room.passLease().lose('east');
    const voiding = room.void();
    expect(kinds(voiding)).toEqual(['member.absent', 'member.absent', 'host.changed']);
    expect(room.room.host).toBe('dan');
  });

  it('P3: voiding goes ahead in every other commit too, also of a promotion', () => {
    const room = spread();
    room.disconnect('ann');
    room.passLease().lose('east');
    const promotion = room.promote();
    expect(kinds(promotion)).toEqual(['member.absent', 'member.absent', 'host.changed']);
    expect(room.room.host).toBe('dan');
  });

  it('P12: a promotion finds no successor among those who are gone, and commits nothing', () => {
    const room = RoomDriver.of('ann bob');
    room.join('cat', { on: 'west' });
    room.setEligible('cat', false);
    room.disconnect('ann');
    const before = room.passLease().lose('east').room;
    expect(outcome(room.promote())).toBe('no_successor');
    expect(room.room).toBe(before);
  });

  it('P12: a void connected host gets a lease from now, so nobody can have seen it expire', () => {
    const room = spread().lose('east');
    expect(outcome(room.promote({ host: 'ann', leaseUntil: room.now - 1 }))).toBe('stale_lease');
  });

  it('P12: a room whose last connections are void closes as P9 says', () => {
    const room = RoomDriver.of('ann bob', { emptyRoom: 'close' });
    room.setEligible('bob', false);
    room.leave('ann');
    room.lose('east');
    expect(kinds(room.void())).toEqual(['member.absent', 'room.closed']);
  });

  it('P12: nobody is voided while no heartbeat is live, so that leases count from the end of an outage', () => {
    const room = spread().lose('east', 'west');
    expect(outcome(room.pass(100_000).void())).toBe('nothing');
    room.start('north').void();
    expect(room.room.leaseUntil).toBe(room.now + room.room.policy.leaseMs);
  });
});

describe('P12: members of a void instance that come back', () => {
  it('P12: its attaches are refused', () => {
    const room = spread().lose('east');
    expect(outcome(room.join('eve'))).toBe('void_instance');
    expect(outcome(room.resume('bob'))).toBe('void_instance');
    expect(outcome(room.join('bob'))).toBe('void_instance');
    room.resume('bob', { on: null });
    expect(outcome(room.attach('bob'))).toBe('void_instance');
    expect(outcome(new RoomDriver().lose('east').open('ann'))).toBe('void_instance');
  });

  it('P12: a resume on a live instance takes over the lost connection of the host, who is spared an absence', () => {
    const room = spread().lose('east');
    const resuming = room.resume('ann', { on: 'west' });
    expect(kinds(resuming)).toEqual(['member.absent', 'member.absent', 'host.resumed']);
    expect(room.room).toMatchObject({ host: 'ann', hostTerm: 1, leaseUntil: null });
  });

  it('P12: the epoch that a void instance had attached is used up', () => {
    const room = spread().lose('east');
    room.void();
    expect(outcome(room.attach('bob', { on: 'west' }))).toBe('stale_epoch');
    expect(kinds(room.resume('bob', { on: 'west' }))).toEqual(['member.resumed']);
  });

  it('P5: a late close by the void instance itself is nothing', () => {
    const room = spread();
    const connection = room.member('bob').attachment?.connectionId ?? '';
    room.lose('east').void();
    expect(outcome(room.disconnect('bob', { connection }))).toBe('nothing');
  });
});
