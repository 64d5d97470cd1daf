/** P12: what an outage does to the deadlines that were running when it began. */
import { describe, expect, it } from 'vitest';
import { kinds, outcome, RoomDriver } from './room-driver.test-suite.ts';

/** The host has been gone for 10 ms of its lease of 30 when everything goes down. */
function interrupted(ms: number): RoomDriver {
  const room = RoomDriver.of('ann bob');
  room.disconnect('ann');
  return room.pass(10).outage(ms, 'north');
}

describe('P12: re-arming', () => {
  it('P12: the first time a lease and a seat run to full length from the end of the outage', () => {
    const room = interrupted(500);
    expect(kinds(room.void())).toEqual(['lease.rearmed', 'member.absent']);
    expect(room.room.leaseUntil).toBe(room.now + 30);
    expect(room.room.members[0]?.seatUntil).toBe(room.now + 120);
  });

  it('P12: a second outage in the same absence adds its own length', () => {
    const room = interrupted(500);
    room.void();
    room.pass(10).outage(200, 'south').void();
    expect(room.room.leaseUntil).toBe(room.now + 20);
  });

  it('P12: an outage is applied once, and all that are open in number order', () => {
    const room = interrupted(500).pass(5).outage(100, 'south');
    expect(kinds(room.void()).filter((kind) => kind === 'lease.rearmed')).toHaveLength(2);
    expect(room.room.leaseUntil).toBe(room.now + 25);
    expect(outcome(room.void())).toBe('nothing');
    expect(room.room.outage).toBe(2);
  });

  it('P12: a deadline that had passed when the outage began stands', () => {
    const room = RoomDriver.of('ann bob');
    room.setEligible('bob', false);
    room.disconnect('ann');
    const { leaseUntil } = room.passLease(5).outage(500, 'north').room;
    room.void();
    expect(room.room.leaseUntil).toBe(leaseUntil);
  });

  it('P12: a lease that began in the outage is eaten by it like one that ran before', () => {
    const room = RoomDriver.of('ann bob');
    const startedAt = room.now;
    room.lose('east').start('south').pass(20).void();
    expect(room.room.leaseUntil).toBe(startedAt + 50);
    room.pass(480).endOutage(startedAt, 'north');
    expect(kinds(room.void())).toEqual(['lease.rearmed']);
    expect(room.room).toMatchObject({ host: 'ann', leaseUntil: room.now + 30 });
    expect(room.room.members[0]).toMatchObject({
      absentSince: room.now,
      seatUntil: room.now + 120,
    });
  });

  it('P11: an outage in which an absence began is charged as little as one that interrupted it', () => {
    const room = RoomDriver.of('ann bob', { maxAbsenceMs: 40 });
    const startedAt = room.now;
    room.pass(20).disconnect('ann');
    room.pass(480).endOutage(startedAt, 'north');
    room.void();
    expect(room.room.leaseUntil).toBe(room.now + 30);
    room.pass(15).resume('ann', { on: 'north' });
    expect(room.room.absenceMs).toBe(15);
  });

  it('P12: an absence that began after the outage has nothing to do with it', () => {
    const room = RoomDriver.of('ann bob').outage(500, 'north');
    room.void();
    expect(room.events.some(({ kind }) => kind === 'lease.rearmed')).toBe(false);
    expect(room.room.leaseUntil).toBe(room.now + 30);
  });

  it('P6: a worker that observed the old deadline promotes nobody', () => {
    const room = interrupted(500);
    room.join('cat', { on: 'north' });
    const observed = room.room.leaseUntil ?? 0;
    expect(observed).toBeGreaterThan(room.now);
    expect(outcome(room.promote({ leaseUntil: observed - 530 }))).toBe('stale_lease');
    expect(room.room.host).toBe('ann');
  });

  it('P3: whatever commits first after the outage re-arms, ahead of everything else', () => {
    const room = interrupted(500);
    expect(kinds(room.join('cat', { on: 'north' }))[0]).toBe('lease.rearmed');
  });
});

describe('P13: policies of a live room', () => {
  it('P13: a switch to immediate ends a running lease by handing over', () => {
    const room = RoomDriver.of('ann bob');
    room.disconnect('ann');
    expect(kinds(room.setPolicy({ succession: 'immediate' }))).toEqual([
      'policy.changed',
      'host.changed',
    ]);
    expect(room.room).toMatchObject({ host: 'bob', leaseUntil: null });
  });

  it('P13: another length counts from the next absence', () => {
    const room = RoomDriver.of('ann bob');
    room.disconnect('ann');
    const { leaseUntil } = room.room;
    expect(kinds(room.setPolicy({ leaseMs: 60 }))).toEqual(['policy.changed']);
    expect(room.room.leaseUntil).toBe(leaseUntil);
    room.resume('ann');
    room.disconnect('ann');
    expect(room.room.leaseUntil).toBe(room.now + 60);
  });

  it('P13: there and back again nothing is undone', () => {
    const room = RoomDriver.of('ann bob');
    room.setPolicy({ succession: 'immediate' });
    room.disconnect('ann');
    room.setPolicy({ succession: 'lease' });
    expect(room.room).toMatchObject({ host: 'bob', hostTerm: 2 });
    room.disconnect('bob');
    expect(room.room).toMatchObject({ host: 'bob', leaseUntil: room.now + 30 });
  });

  it('P14: a host may not set it', () => {
    const room = RoomDriver.of('ann bob');
    expect(outcome(room.setPolicy({ leaseMs: 60 }, room.host()))).toBe('forbidden');
  });
});
