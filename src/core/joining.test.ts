/** P17, P18: who may come in, and into which generation. */
import { describe, expect, it } from 'vitest';
import { memberId } from './ids.ts';
import { CODE, kinds, outcome, RoomDriver, sessionOf } from './room-driver.test-suite.ts';

describe('P17: a join by a member that has a seat', () => {
  it('P17: is a resume without a nonce: a new session and epoch, joinedAt kept', () => {
    const room = RoomDriver.of('ann bob cat');
    const before = room.member('bob');
    expect(kinds(room.pass(10).join('bob'))).toEqual(['member.resumed']);
    const after = room.member('bob');
    expect(after).toMatchObject({ epoch: 2, joinedAt: before.joinedAt });
    expect(after.session).not.toBe(before.session);
    expect(room.seats).toBe('ann bob cat');
  });

  it('P17: makes the earlier session void', () => {
    const room = RoomDriver.of('ann bob');
    const { session } = room.credentials('bob');
    room.join('bob');
    expect(outcome(room.resume('bob', { session }))).toBe('unknown_session');
    expect(outcome(room.resume('bob'))).toBe('committed');
  });

  it('P20: under the id of the join that began its session is refused, though nothing has recorded that', () => {
    const room = RoomDriver.of('ann bob');
    const again = {
      kind: 'join',
      code: CODE,
      memberId: memberId('bob'),
      requestId: room.member('bob').session,
      generation: null,
      transport: null,
    } as const;
    expect(outcome(room.decide(again))).toBe('request_id_reused');
    room.leave('bob');
    expect(outcome(room.decide(again))).toBe('committed');
  });

  it('P17: by the absent host ends its lease; without transport it leaves it as it is', () => {
    const room = RoomDriver.of('ann bob');
    room.disconnect('ann');
    const { leaseUntil } = room.room;
    expect(kinds(room.pass(5).join('ann', { on: null }))).toEqual(['session.renewed']);
    expect(room.room.leaseUntil).toBe(leaseUntil);
    expect(kinds(room.join('ann'))).toEqual(['host.resumed']);
    expect(room.room).toMatchObject({ host: 'ann', leaseUntil: null });
  });

  it('P17: without transport by a connected member: absent, its seat counts from now', () => {
    const room = RoomDriver.of('ann bob');
    expect(kinds(room.pass(10).join('bob', { on: null }))).toEqual(['member.absent']);
    expect(room.member('bob').seatUntil).toBe(room.now + 120);
  });
});

describe('P17: members that are gone', () => {
  it('P17: a removed member can neither resume nor rejoin this generation', () => {
    const room = RoomDriver.of('ann bob');
    room.remove('bob');
    expect(outcome(room.resume('bob'))).toBe('removed');
    expect(outcome(room.join('bob'))).toBe('removed');
    expect(outcome(room.leave('bob'))).toBe('removed');
    expect(outcome(room.attach('bob'))).toBe('removed');
  });

  it('P17: a removed member may join the next generation', () => {
    const room = RoomDriver.of('ann bob');
    room.remove('bob');
    room.end();
    room.open('ann');
    expect(outcome(room.join('bob'))).toBe('committed');
  });

  it('P17: a member that has left cannot resume, but join anew, with a new session', () => {
    const room = RoomDriver.of('ann bob');
    const { session } = room.credentials('bob');
    room.leave('bob');
    expect(outcome(room.resume('bob'))).toBe('unknown_session');
    expect(kinds(room.pass(1).join('bob'))).toEqual(['member.joined']);
    expect(outcome(room.resume('bob', { session }))).toBe('unknown_session');
  });

  it('P15: its epochs go on from where they were', () => {
    const room = RoomDriver.of('ann bob');
    room.resume('bob');
    room.resume('bob');
    room.leave('bob');
    expect(sessionOf(room.join('bob')).epoch).toBe(4);
    room.leave('bob');
    expect(sessionOf(room.join('bob')).epoch).toBe(5);
  });
});

describe('P18: generations', () => {
  it('P18: a code that was never opened is unknown to everything but open', () => {
    const room = new RoomDriver();
    expect(outcome(room.join('bob'))).toBe('unknown_room');
    expect(outcome(room.join('bob', { generation: 1 }))).toBe('unknown_room');
    expect(outcome(room.resume('bob'))).toBe('unknown_room');
    expect(outcome(room.void())).toBe('unknown_room');
    expect(outcome(room.open('ann'))).toBe('committed');
  });

  it('P18: open names the last generation that its caller knows', () => {
    const room = new RoomDriver();
    expect(outcome(room.open('ann', { lastGeneration: 1 }))).toBe('stale_generation');
    room.open('ann', { lastGeneration: 0 });
    room.end();
    expect(outcome(room.open('ann', { lastGeneration: 0 }))).toBe('stale_generation');
    expect(outcome(room.open('ann', { lastGeneration: 2 }))).toBe('stale_generation');
    expect(outcome(room.open('ann', { lastGeneration: 1 }))).toBe('committed');
  });

  it('P18: open on a live code: room_exists, whatever it names', () => {
    const room = RoomDriver.of('ann');
    expect(outcome(room.open('bob', { lastGeneration: 1 }))).toBe('room_exists');
    expect(outcome(room.open('bob', { lastGeneration: 0 }))).toBe('room_exists');
  });

  it('P18: a reopened code starts afresh: sequence, term, epochs and members', () => {
    const room = RoomDriver.of('ann bob');
    room.transfer('bob');
    room.end();
    const opening = sessionOf(room.open('bob'));
    expect(opening).toMatchObject({ generation: 2, epoch: 1, hostTerm: 1, throughSequence: 2 });
    expect(room.seats).toBe('bob');
  });

  it('P18: a resume for an earlier generation is refused, closed or reopened', () => {
    const room = RoomDriver.of('ann bob');
    const old = room.credentials('bob');
    room.end();
    expect(outcome(room.resume('bob'))).toBe('room_closed');
    room.open('ann');
    room.join('bob');
    expect(outcome(room.resume('bob', old))).toBe('stale_generation');
  });

  it('P18: join may name the generation that it means', () => {
    const room = RoomDriver.of('ann');
    expect(outcome(room.join('bob', { generation: 1 }))).toBe('committed');
    room.end();
    expect(outcome(room.join('cat'))).toBe('room_closed');
    room.open('ann');
    expect(outcome(room.join('cat', { generation: 1 }))).toBe('stale_generation');
    expect(outcome(room.join('cat'))).toBe('committed');
  });

  it('P18: unknown session, wrong member, forged nonce and used nonce have codes of their own', () => {
    const room = RoomDriver.of('ann bob');
    expect(outcome(room.resume('bob', { forged: 'session' }))).toBe('unknown_session');
    expect(outcome(room.resume('bob', { sessionOf: 'ann' }))).toBe('not_member');
    expect(outcome(room.resume('bob', { forged: 'nonce' }))).toBe('wrong_nonce');
    expect(outcome(room.resume('bob', { epoch: 2 }))).toBe('wrong_nonce');
    expect(outcome(room.resume('bob', { epoch: 0 }))).toBe('nonce_used');
  });
});
