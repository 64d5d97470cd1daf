/** P11: seats, and how long a host may be absent in one term. */
import { describe, expect, it } from 'vitest';
import { kinds, outcome, RoomDriver } from './room-driver.test-suite.ts';

describe('P11: seats', () => {
  it('P11: an absent member leaves when its seat is over, not a millisecond before', () => {
    const room = RoomDriver.of('ann bob');
    room.disconnect('bob');
    expect(outcome(room.pass(119).expireSeats())).toBe('nothing');
    const expiry = room.pass(1).expireSeats();
    expect(kinds(expiry)).toEqual(['member.left']);
    expect(room.events.at(-1)).toMatchObject({ memberId: 'bob', reason: 'expired' });
  });

  it('P11: the seat of a host does not expire while it is host, and counts from its absence afterwards', () => {
    const room = RoomDriver.of('ann bob');
    room.setEligible('bob', false);
    room.disconnect('ann');
    expect(outcome(room.pass(500).expireSeats())).toBe('nothing');
    expect(room.room.host).toBe('ann');
    room.join('cat');
    expect(room.room.host).toBe('cat');
    expect(kinds(room.expireSeats())).toEqual(['member.left']);
  });

  it('P8: a resume beats a seat expiry that has not committed', () => {
    const room = RoomDriver.of('ann bob');
    room.disconnect('bob');
    expect(kinds(room.pass(200).resume('bob'))).toEqual(['member.resumed']);
    expect(outcome(room.expireSeats())).toBe('nothing');
  });

  it('P12: no seat expires while no heartbeat is live', () => {
    const room = RoomDriver.of('ann bob');
    room.disconnect('bob');
    room.lose('east', 'west').pass(200);
    expect(outcome(room.expireSeats())).toBe('nothing');
  });

  it('P9: the last seat that expires abandons the room', () => {
    const room = RoomDriver.of('ann bob');
    room.setEligible('bob', false);
    room.leave('ann');
    room.disconnect('bob');
    expect(kinds(room.pass(120).expireSeats())).toEqual(['member.left', 'room.closed']);
    expect(room.room.closed).toBe('abandoned');
  });

  it('P17: whose seat has expired joins anew, at the end of the order and with a higher epoch', () => {
    const room = RoomDriver.of('ann bob cat');
    room.disconnect('bob');
    room.pass(120).expireSeats();
    expect(outcome(room.resume('bob'))).toBe('unknown_session');
    expect(kinds(room.join('bob'))).toEqual(['member.joined']);
    expect(room.room.members.map(({ memberId, epoch }) => [memberId, epoch])).toEqual([
      ['ann', 1],
      ['cat', 1],
      ['bob', 2],
    ]);
  });
});

describe('P11: the absence budget of a term', () => {
  it('P11: absences add up, and a lease is at most what is left', () => {
    const room = RoomDriver.of('ann bob', { maxAbsenceMs: 50 });
    room.disconnect('ann');
    room.pass(29).resume('ann');
    room.disconnect('ann');
    expect(room.room.leaseUntil).toBe(room.now + 21);
    room.pass(20).resume('ann');
    room.disconnect('ann');
    expect(room.room.leaseUntil).toBe(room.now + 1);
  });

  it('P11: a host that has used it up hands over in the commit that notes its absence', () => {
    const room = RoomDriver.of('ann bob', { maxAbsenceMs: 50 });
    for (const away of [30, 30]) {
      room.disconnect('ann');
      room.pass(away).resume('ann');
    }
    expect(kinds(room.disconnect('ann'))).toEqual(['host.absent', 'host.changed']);
    expect(room.room.host).toBe('bob');
  });

  it('P11: a new term starts with a whole budget', () => {
    const room = RoomDriver.of('ann bob', { maxAbsenceMs: 50 });
    room.disconnect('ann');
    room.pass(30).resume('ann');
    room.transfer('bob');
    room.disconnect('bob');
    expect(room.room.leaseUntil).toBe(room.now + 30);
  });

  it('P11: what an outage took is not charged', () => {
    const room = RoomDriver.of('ann bob', { maxAbsenceMs: 50 });
    room.disconnect('ann');
    room.pass(10).outage(1_000, 'north');
    room.pass(10).resume('ann', { on: 'north' });
    room.disconnect('ann');
    expect(room.room.leaseUntil).toBe(room.now + 30);
    expect(room.room.absenceMs).toBe(20);
  });
});
