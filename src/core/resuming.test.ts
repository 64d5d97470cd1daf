/** P15, P16: sessions, epochs, nonces and transports. */
import { describe, expect, it } from 'vitest';
import { kinds, outcome, RoomDriver, sessionOf } from './room-driver.test-suite.ts';

const newConnection = (room: RoomDriver, name: string): string =>
  room.member(name).attachment?.connectionId ?? 'none';

describe('P16: resume', () => {
  it('P16: raises the epoch by one, keeps the session and the place in the order', () => {
    const room = RoomDriver.of('ann bob cat');
    const before = room.member('bob');
    room.pass(10).resume('bob');
    expect(room.member('bob')).toMatchObject({
      epoch: before.epoch + 1,
      session: before.session,
      joinedAt: before.joinedAt,
      epochAttached: true,
      seatUntil: null,
    });
  });

  it('P16: answers at one revision, with what the member now holds', () => {
    const room = RoomDriver.of('ann bob');
    const { session } = room.credentials('bob');
    expect(sessionOf(room.resume('bob', { cursor: 3 }))).toEqual({
      kind: 'session',
      memberId: 'bob',
      generation: 1,
      epoch: 2,
      connection: newConnection(room, 'bob'),
      role: 'member',
      host: 'ann',
      hostTerm: 1,
      throughSequence: 4,
      sync: {
        kind: 'events',
        events: [
          { generation: 1, sequence: 4, at: 1_001, kind: 'member.resumed', memberId: 'bob' },
        ],
      },
      session,
    });
  });

  it('P16: uses a nonce once', () => {
    const room = RoomDriver.of('ann bob');
    const { epoch } = room.credentials('bob');
    room.resume('bob');
    const before = room.room;
    expect(outcome(room.resume('bob', { epoch }))).toBe('nonce_used');
    expect(room.room).toBe(before);
    expect(outcome(room.resume('bob'))).toBe('committed');
  });

  it('P16: ends the previous connection, so that what it was attached as is stale', () => {
    const room = RoomDriver.of('ann bob');
    const { epoch } = room.credentials('bob');
    room.resume('bob');
    expect(outcome(room.leave('bob', { epoch }))).toBe('stale_epoch');
    expect(outcome(room.attach('bob', { epoch }))).toBe('stale_epoch');
  });

  it('P16: without a transport it leaves the member absent until it attaches', () => {
    const room = RoomDriver.of('ann bob');
    const resuming = room.resume('bob', { on: null });
    expect(sessionOf(resuming)).toMatchObject({ epoch: 2, connection: null });
    expect(room.seats).toBe('ann (bob)');
    const attaching = room.attach('bob');
    expect(sessionOf(attaching)).toMatchObject({
      epoch: 2,
      connection: newConnection(room, 'bob'),
    });
    expect(room.seats).toBe('ann bob');
  });

  it('P16: without a transport it neither ends nor renews a lease, running or expired', () => {
    const room = RoomDriver.of('ann');
    room.disconnect('ann');
    const { leaseUntil } = room.room;
    room.pass(10).resume('ann', { on: null });
    expect(room.room.leaseUntil).toBe(leaseUntil);
    room.passLease(10).resume('ann', { on: null });
    expect(room.room.leaseUntil).toBe(leaseUntil);
    room.attach('ann');
    expect(room.room).toMatchObject({ host: 'ann', leaseUntil: null });
  });

  it('P16: a cursor of null, as in open and join, is answered with a snapshot', () => {
    const room = RoomDriver.of('ann');
    const joining = sessionOf(room.join('bob'));
    expect(joining).toMatchObject({ throughSequence: 3, sync: { kind: 'snapshot' } });
    const resuming = sessionOf(room.resume('bob', { cursor: null }));
    expect(resuming).toMatchObject({
      throughSequence: 4,
      sync: { kind: 'snapshot', snapshot: { sequence: 4, host: 'ann' } },
    });
  });
});

describe('P16: attach', () => {
  it('P16: an epoch is attached once: after open, join, resume, and after a disconnect', () => {
    const room = RoomDriver.of('ann bob');
    expect(outcome(room.attach('ann'))).toBe('stale_epoch');
    expect(outcome(room.attach('bob'))).toBe('stale_epoch');
    room.resume('bob');
    expect(outcome(room.attach('bob'))).toBe('stale_epoch');
    room.disconnect('bob');
    expect(outcome(room.attach('bob'))).toBe('stale_epoch');
  });

  it('P16: a second attach of the epoch is refused, also after the first has gone', () => {
    const room = RoomDriver.of('ann bob');
    room.resume('bob', { on: null });
    room.attach('bob');
    expect(outcome(room.attach('bob'))).toBe('stale_epoch');
    room.disconnect('bob');
    expect(outcome(room.attach('bob'))).toBe('stale_epoch');
  });

  it('P16: an open or join without transport is attached at its first epoch', () => {
    const room = new RoomDriver();
    room.open('ann', { on: null });
    expect(kinds(room.attach('ann'))).toEqual(['host.resumed']);
    room.join('bob', { on: null });
    expect(kinds(room.attach('bob'))).toEqual(['member.resumed']);
    expect(room.member('bob').epoch).toBe(1);
  });

  it('P16: an epoch that a later resume has passed over is never attached', () => {
    const room = RoomDriver.of('ann bob');
    room.resume('bob', { on: null });
    const { epoch } = room.credentials('bob');
    room.resume('bob', { on: null });
    expect(outcome(room.attach('bob', { epoch }))).toBe('stale_epoch');
    expect(outcome(room.attach('bob'))).toBe('committed');
  });
});

describe('P15: fencing by equality', () => {
  it.each([-1, 1])('P15: an epoch off by %i is refused', (off) => {
    const room = RoomDriver.of('ann bob');
    room.resume('bob', { on: null });
    const epoch = room.credentials('bob').epoch + off;
    expect(outcome(room.leave('bob', { epoch }))).toBe('stale_epoch');
    expect(outcome(room.attach('bob', { epoch }))).toBe('stale_epoch');
  });

  it.each([-1, 1])('P15: a generation off by %i is refused', (off) => {
    const room = RoomDriver.of('ann bob');
    const generation = 1 + off;
    const before = room.room;
    expect(outcome(room.leave('bob', { generation }))).toBe('stale_generation');
    expect(outcome(room.attach('bob', { generation }))).toBe('stale_generation');
    expect(outcome(room.resume('bob', { generation }))).toBe('stale_generation');
    expect(outcome(room.disconnect('bob', { generation }))).toBe('stale_generation');
    expect(outcome(room.end(room.host({ generation })))).toBe('stale_generation');
    expect(outcome(room.end(room.operator(generation)))).toBe('stale_generation');
    expect(outcome(room.close(generation))).toBe('stale_generation');
    expect(outcome(room.void(generation))).toBe('stale_generation');
    expect(room.room).toBe(before);
  });

  it('P15: a refused resume uses up no nonce, ends no connection and no lease', () => {
    const room = RoomDriver.of('ann bob');
    room.disconnect('ann');
    const before = room.room;
    expect(outcome(room.resume('ann', { forged: 'nonce' }))).toBe('wrong_nonce');
    expect(outcome(room.resume('ann', { cursor: 99 }))).toBe('invalid_cursor');
    expect(outcome(room.lose('west').resume('ann', { on: 'west' }))).toBe('void_instance');
    expect(room.room).toBe(before);
    expect(kinds(room.resume('ann'))).toEqual(['host.resumed']);
  });
});
