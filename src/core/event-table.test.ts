/** Protocol §2, the table: the events of each command, in order within its commit. */
import { describe, expect, it } from 'vitest';
import { facts, kinds, POLICY, RoomDriver, sessionOf, START } from './room-driver.test-suite.ts';

const connectionOf = (room: RoomDriver, name: string): object => ({
  attachment: room.member(name).attachment,
});

describe('P3: the events of open', () => {
  it('P3: open: the opener is seated, connected, host in term 1', () => {
    const room = new RoomDriver();
    const opening = room.open('ann');
    const { session } = sessionOf(opening);
    expect(facts(opening)).toEqual([
      { kind: 'room.opened', memberId: 'ann', policy: POLICY },
      {
        kind: 'member.joined',
        memberId: 'ann',
        eligible: true,
        epoch: 1,
        session,
        ...connectionOf(room, 'ann'),
      },
    ]);
    expect(room.room).toMatchObject({ host: 'ann', hostTerm: 1, leaseUntil: null, revision: 2 });
  });

  it('P3: open without transport: the host is absent, with a lease and a seat', () => {
    const room = new RoomDriver();
    const opening = room.open('ann', { on: null });
    const { session } = sessionOf(opening);
    expect(kinds(opening)).toEqual(['room.opened', 'member.joined', 'host.absent']);
    expect(facts(opening)[1]).toMatchObject({ kind: 'member.joined', attachment: null });
    expect(facts(opening)[2]).toEqual({
      kind: 'host.absent',
      memberId: 'ann',
      epoch: 1,
      session,
      leaseUntil: 1_030,
      seatUntil: 1_120,
    });
  });

  it('P3: each event carries generation, consecutive sequence and the store time of its commit', () => {
    const room = RoomDriver.of('ann bob');
    room.pass(5).disconnect('bob');
    const places = room.events.map(({ generation, sequence, at }) => [generation, sequence, at]);
    expect(places).toEqual([
      [1, 1, START],
      [1, 2, START],
      [1, 3, START + 1],
      [1, 4, START + 6],
    ]);
  });
});

describe('P3: the events of join', () => {
  it('P3: join', () => {
    const room = RoomDriver.of('ann');
    const joining = room.join('bob');
    const { session } = sessionOf(joining);
    expect(facts(joining)).toEqual([
      {
        kind: 'member.joined',
        memberId: 'bob',
        eligible: true,
        epoch: 1,
        session,
        ...connectionOf(room, 'bob'),
      },
    ]);
  });

  it('P3: join without transport: absent with a seat, and no lease', () => {
    const room = RoomDriver.of('ann');
    const joining = room.join('bob', { on: null });
    const { session } = sessionOf(joining);
    expect(kinds(joining)).toEqual(['member.joined', 'member.absent']);
    expect(facts(joining)[1]).toEqual({
      kind: 'member.absent',
      memberId: 'bob',
      epoch: 1,
      session,
      leaseUntil: null,
      seatUntil: 1_120,
    });
  });

  it('P3: join into a room without host: the newcomer takes the vacancy', () => {
    const room = RoomDriver.of('ann bob');
    room.setEligible('bob', false);
    room.leave('ann');
    const joining = room.join('cat');
    expect(kinds(joining)).toEqual(['member.joined', 'host.changed']);
    expect(facts(joining)[1]).toEqual({
      kind: 'host.changed',
      previous: null,
      host: 'cat',
      hostTerm: 2,
      reason: 'vacancy',
    });
    expect(sessionOf(joining)).toMatchObject({ role: 'host', host: 'cat', hostTerm: 2 });
  });

  it('P3: join without transport into a room without host gives authority to nobody', () => {
    const room = RoomDriver.of('ann bob');
    room.setEligible('bob', false);
    room.leave('ann');
    expect(kinds(room.join('cat', { on: null }))).toEqual(['member.joined', 'member.absent']);
    expect(room.room.host).toBeNull();
  });

  it('P3: join into a room with a due handoff and no successor yet: the newcomer takes over', () => {
    const room = RoomDriver.of('ann');
    room.disconnect('ann');
    const joining = room.passLease().join('bob');
    expect(kinds(joining)).toEqual(['member.joined', 'host.changed']);
    expect(facts(joining)[1]).toMatchObject({
      previous: 'ann',
      host: 'bob',
      reason: 'lease_expired',
    });
  });

  it('P3: join into a room with a due handoff to somebody: the handoff stands before it', () => {
    const room = RoomDriver.of('ann bob');
    room.disconnect('ann');
    expect(kinds(room.passLease().join('cat'))).toEqual(['host.changed', 'member.joined']);
    expect(room.room.host).toBe('bob');
  });
});

describe('P3: the events of resume and attach', () => {
  it('P3: resume with transport of an absent member', () => {
    const room = RoomDriver.of('ann bob');
    const { session } = room.credentials('bob');
    room.disconnect('bob');
    expect(facts(room.resume('bob'))).toEqual([
      {
        kind: 'member.resumed',
        memberId: 'bob',
        epoch: 2,
        session,
        ...connectionOf(room, 'bob'),
      },
    ]);
  });

  it('P3: resume with transport of a connected member takes over its connection in one event', () => {
    const room = RoomDriver.of('ann bob');
    const before = room.member('bob').attachment;
    expect(kinds(room.resume('bob'))).toEqual(['member.resumed']);
    expect(room.member('bob').attachment).not.toEqual(before);
  });

  it('P3: resume with transport of the committed host, absent or connected', () => {
    const room = RoomDriver.of('ann bob');
    expect(kinds(room.resume('ann'))).toEqual(['host.resumed']);
    room.disconnect('ann');
    expect(kinds(room.resume('ann'))).toEqual(['host.resumed']);
    expect(room.room).toMatchObject({ host: 'ann', hostTerm: 1, leaseUntil: null });
  });

  it('P3: a resume that makes a handoff possible is followed by it', () => {
    const room = RoomDriver.of('ann bob');
    room.disconnect('bob');
    room.disconnect('ann');
    const resuming = room.passLease().resume('bob');
    expect(kinds(resuming)).toEqual(['member.resumed', 'host.changed']);
    expect(facts(resuming)[1]).toEqual({
      kind: 'host.changed',
      previous: 'ann',
      host: 'bob',
      hostTerm: 2,
      reason: 'lease_expired',
    });
    expect(sessionOf(resuming)).toMatchObject({ role: 'host', hostTerm: 2 });
  });

  it('P3: attach: member.resumed or host.resumed at the same epoch, then a handoff it makes possible', () => {
    const room = RoomDriver.of('ann bob');
    room.resume('ann', { on: null });
    const attaching = room.attach('ann');
    expect(kinds(attaching)).toEqual(['host.resumed']);
    expect(facts(attaching)[0]).toMatchObject({ epoch: 2, ...connectionOf(room, 'ann') });
    room.resume('bob', { on: null });
    expect(kinds(room.attach('bob'))).toEqual(['member.resumed']);
    room.resume('bob', { on: null });
    room.disconnect('ann');
    expect(kinds(room.passLease().attach('bob'))).toEqual(['member.resumed', 'host.changed']);
  });

  it('P3: resume without transport of a connected member or host: absent, at the new epoch', () => {
    const room = RoomDriver.of('ann bob');
    const { session } = room.credentials('bob');
    const absence = { leaseUntil: null, seatUntil: room.now + 120 };
    expect(facts(room.resume('bob', { on: null }))).toEqual([
      { kind: 'member.absent', memberId: 'bob', epoch: 2, session, ...absence },
    ]);
    const hosting = room.resume('ann', { on: null });
    expect(kinds(hosting)).toEqual(['host.absent']);
    expect(facts(hosting)[0]).toMatchObject({ epoch: 2, leaseUntil: room.now + 30 });
  });

  it('P3: resume without transport of an absent member or host renews the session and nothing else', () => {
    const room = RoomDriver.of('ann bob');
    const { session } = room.credentials('bob');
    room.disconnect('bob');
    room.disconnect('ann');
    const { leaseUntil } = room.room;
    const { seatUntil } = room.member('bob');
    room.pass(10);
    expect(facts(room.resume('bob', { on: null }))).toEqual([
      { kind: 'session.renewed', memberId: 'bob', epoch: 2, session },
    ]);
    expect(kinds(room.resume('ann', { on: null }))).toEqual(['session.renewed']);
    expect(room.room.leaseUntil).toBe(leaseUntil);
    expect(room.member('bob').seatUntil).toBe(seatUntil);
  });
});

describe('P3: the events of disconnect', () => {
  it('P3: disconnect of a member, and of the host', () => {
    const room = RoomDriver.of('ann bob');
    const bob = room.credentials('bob');
    const ann = room.credentials('ann');
    const seatUntil = room.now + 120;
    expect(facts(room.disconnect('bob'))).toEqual([
      {
        kind: 'member.absent',
        memberId: 'bob',
        epoch: 1,
        session: bob.session,
        leaseUntil: null,
        seatUntil,
      },
    ]);
    expect(facts(room.disconnect('ann'))).toEqual([
      {
        kind: 'host.absent',
        memberId: 'ann',
        epoch: 1,
        session: ann.session,
        leaseUntil: room.now + 30,
        seatUntil,
      },
    ]);
  });

  it('P3: disconnect of the host under immediate, with a successor', () => {
    const room = RoomDriver.of('ann bob', { succession: 'immediate' });
    const closing = room.disconnect('ann');
    expect(kinds(closing)).toEqual(['member.absent', 'host.changed']);
    expect(facts(closing)[0]).toMatchObject({ memberId: 'ann', leaseUntil: null });
    expect(facts(closing)[1]).toEqual({
      kind: 'host.changed',
      previous: 'ann',
      host: 'bob',
      hostTerm: 2,
      reason: 'immediate',
    });
  });
});

describe('P3: the events of leave, remove and setEligible', () => {
  it('P3: of a member', () => {
    const room = RoomDriver.of('ann bob cat dan');
    expect(facts(room.leave('bob'))).toEqual([
      { kind: 'member.left', memberId: 'bob', reason: 'left' },
    ]);
    expect(facts(room.remove('cat'))).toEqual([
      { kind: 'member.left', memberId: 'cat', reason: 'removed' },
    ]);
    expect(facts(room.setEligible('dan', false))).toEqual([
      { kind: 'member.eligibility', memberId: 'dan', eligible: false },
    ]);
  });

  it.each([
    ['left', (room: RoomDriver) => room.leave('ann'), 'member.left'],
    ['removed', (room: RoomDriver) => room.remove('ann'), 'member.left'],
    ['ineligible', (room: RoomDriver) => room.setEligible('ann', false), 'member.eligibility'],
  ] as const)('P3: of the host, with a successor: %s', (reason, command, kind) => {
    const decision = command(RoomDriver.of('ann bob'));
    expect(kinds(decision)).toEqual([kind, 'host.changed']);
    expect(facts(decision)[1]).toEqual({
      kind: 'host.changed',
      previous: 'ann',
      host: 'bob',
      hostTerm: 2,
      reason,
    });
  });

  it.each([
    ['left', (room: RoomDriver) => room.leave('ann')],
    ['removed', (room: RoomDriver) => room.remove('ann')],
    ['ineligible', (room: RoomDriver) => room.setEligible('ann', false)],
  ] as const)('P3: of the host, without a successor the room has none: %s', (reason, command) => {
    const room = RoomDriver.of('ann bob');
    room.setEligible('bob', false);
    expect(facts(command(room))[1]).toEqual({
      kind: 'host.changed',
      previous: 'ann',
      host: null,
      hostTerm: 1,
      reason,
    });
  });
});

describe('P3: the events of the rest of the table', () => {
  it('P3: transfer', () => {
    expect(facts(RoomDriver.of('ann bob cat').transfer('cat'))).toEqual([
      { kind: 'host.changed', previous: 'ann', host: 'cat', hostTerm: 2, reason: 'transferred' },
    ]);
  });

  it('P3: promote', () => {
    const room = RoomDriver.of('ann bob');
    room.disconnect('ann');
    expect(facts(room.passLease().promote())).toEqual([
      { kind: 'host.changed', previous: 'ann', host: 'bob', hostTerm: 2, reason: 'lease_expired' },
    ]);
  });

  it('P3: end', () => {
    expect(facts(RoomDriver.of('ann').end())).toEqual([{ kind: 'room.closed', reason: 'ended' }]);
  });

  it('P3: a due handoff stands before a command that is not about it', () => {
    const room = RoomDriver.of('ann bob cat');
    room.disconnect('ann');
    expect(kinds(room.passLease().disconnect('cat'))).toEqual(['host.changed', 'member.absent']);
  });

  it('P3: a due handoff is committed even when the command itself comes to nothing', () => {
    const room = RoomDriver.of('ann bob cat');
    room.disconnect('ann');
    expect(kinds(room.passLease().disconnect('cat', { connection: 'old' }))).toEqual([
      'host.changed',
    ]);
  });

  it('P3: a refused command commits nothing, not even a due handoff', () => {
    const room = RoomDriver.of('ann bob cat');
    room.disconnect('ann');
    const before = room.passLease().room;
    expect(kinds(room.leave('cat', { epoch: 7 }))).toEqual(['stale_epoch']);
    expect(room.room).toBe(before);
  });
});
