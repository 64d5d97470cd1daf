/** P14: host-only commands, and the operator. */
import { describe, expect, it } from 'vitest';
import type { Authority } from './command.ts';
import { kinds, outcome, RoomDriver } from './room-driver.test-suite.ts';

const COMMANDS = [
  ['remove', (room: RoomDriver, by: Authority) => room.remove('bob', by)],
  ['setEligible', (room: RoomDriver, by: Authority) => room.setEligible('bob', false, by)],
  ['transfer', (room: RoomDriver, by: Authority) => room.transfer('bob', by)],
  ['end', (room: RoomDriver, by: Authority) => room.end(by)],
] as const;

describe.each(COMMANDS)('P14: %s', (_, command) => {
  it('P14: is accepted from the committed host', () => {
    const room = RoomDriver.of('ann bob cat');
    expect(outcome(command(room, room.host()))).toBe('committed');
  });

  it('P14: is refused to any other member, with the right term or not', () => {
    const room = RoomDriver.of('ann bob cat');
    expect(outcome(command(room, room.host({ name: 'cat' })))).toBe('not_host');
    expect(outcome(command(room, room.host({ name: 'cat', hostTerm: 0 })))).toBe('not_host');
    expect(outcome(command(room, room.host({ name: 'eve' })))).toBe('not_member');
  });

  it.each([-1, 1])('P14: is refused under a term off by %i', (off) => {
    const room = RoomDriver.of('ann bob cat');
    room.transfer('cat');
    room.transfer('ann');
    const hostTerm = room.room.hostTerm + off;
    expect(outcome(command(room, room.host({ hostTerm })))).toBe('stale_term');
  });

  it('P14: decided under an earlier term of the same host it never takes effect', () => {
    const room = RoomDriver.of('ann bob cat');
    const decided = room.host();
    room.transfer('cat');
    expect(outcome(command(room, decided))).toBe('not_host');
    room.transfer('ann');
    expect(outcome(command(room, decided))).toBe('stale_term');
  });

  it('P15: is refused at an earlier epoch of the host', () => {
    const room = RoomDriver.of('ann bob cat');
    const decided = room.host();
    room.resume('ann');
    expect(outcome(command(room, decided))).toBe('stale_epoch');
  });

  it('P14: is refused to an operator while the host is connected', () => {
    const room = RoomDriver.of('ann bob cat');
    const before = room.room;
    expect(outcome(command(room, room.operator()))).toBe('forbidden');
    expect(room.room).toBe(before);
  });
});

describe('P14: an operator', () => {
  it('P14: may remove, setEligible and end while the host is absent, but never transfer', () => {
    const room = RoomDriver.of('ann bob cat');
    room.disconnect('ann');
    expect(outcome(room.remove('bob', room.operator()))).toBe('committed');
    expect(outcome(room.setEligible('cat', false, room.operator()))).toBe('committed');
    expect(outcome(room.transfer('cat', room.operator()))).toBe('forbidden');
    expect(outcome(room.end(room.operator()))).toBe('committed');
  });

  it('P14: may act in a room without host', () => {
    const room = RoomDriver.of('ann bob');
    room.setEligible('bob', false);
    room.leave('ann');
    expect(outcome(room.end(room.operator()))).toBe('committed');
  });

  it('P14: may act when the host is attached through a void instance only', () => {
    const room = RoomDriver.of('ann bob');
    room.lose('east');
    expect(kinds(room.end(room.operator()))).toEqual([
      'member.absent',
      'host.absent',
      'room.closed',
    ]);
  });

  it('P14: finds a connected host once a handoff is due', () => {
    const room = RoomDriver.of('ann bob cat');
    room.disconnect('ann');
    room.passLease();
    expect(outcome(room.remove('cat', room.operator()))).toBe('forbidden');
  });

  it('P10: removes an absent host, which hands over at once', () => {
    const room = RoomDriver.of('ann bob');
    room.disconnect('ann');
    expect(kinds(room.remove('ann', room.operator()))).toEqual(['member.left', 'host.changed']);
    expect(room.room.host).toBe('bob');
    expect(outcome(room.join('ann'))).toBe('removed');
  });
});

describe('P14: no command makes its caller host', () => {
  it('P14: of a room that has one', () => {
    const room = RoomDriver.of('ann bob');
    room.disconnect('ann');
    room.resume('bob');
    room.join('bob');
    room.setEligible('bob', true, room.operator());
    expect(room.room).toMatchObject({ host: 'ann', hostTerm: 1 });
  });
});
