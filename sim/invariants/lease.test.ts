import { describe, expect, it } from 'vitest';
import type { EventBody } from '../../src/core/event.ts';
import { memberId, requestId } from '../../src/core/ids.ts';
import { lease } from './lease.ts';
import {
  adding,
  both,
  changing,
  complaintsOverALegalLife,
  later,
  leaving,
  watched,
  without,
} from './watch-harness.test-suite.ts';

const ANN = memberId('ann');

describe('P5: INV-LEASE', () => {
  it('P5: INV-LEASE says nothing of a legal life', () => {
    expect(complaintsOverALegalLife(lease)).toEqual([]);
  });

  it.each([-1, 1])('P5: INV-LEASE bites when a lease lasts %i ms more than leaseMs', (off) => {
    const room = watched(lease, 'ann bob');
    const leaseUntil = later(31 + off);
    room
      .tampering(both(changing('host.absent', { leaseUntil }), leaving({ leaseUntil })))
      .disconnect('ann');
    expect(room.complaints).toEqual([expect.stringContaining('instead of 1031')]);
  });

  it.each(['host.absent', 'member.absent'] as const)(
    'P5: INV-LEASE bites when the seat of %s is not seatGraceMs long',
    (kind) => {
      const room = watched(lease, 'ann bob');
      room.tampering(changing(kind, { seatUntil: later(120) }));
      room.disconnect(kind === 'host.absent' ? 'ann' : 'bob');
      expect(room.complaints).toEqual([expect.stringContaining('until 1120 instead of 1121')]);
    },
  );

  it('P5: INV-LEASE bites when a seat ends before the lease', () => {
    const room = watched(lease, 'ann bob', { seatGraceMs: 20 });
    room.disconnect('ann');
    expect(room.complaints).toEqual([expect.stringContaining('ends at 1021, before its lease')]);
  });

  it('P5: INV-LEASE bites when one absence gets a second lease', () => {
    const room = watched(lease, 'ann bob');
    room.disconnect('ann');
    const absent: EventBody = {
      kind: 'host.absent',
      memberId: ANN,
      epoch: 1,
      session: requestId('any'),
      leaseUntil: later(36),
      seatUntil: later(126),
    };
    room
      .pass(5)
      .tampering(both(adding([absent]), leaving({ leaseUntil: later(36) })))
      .join('cat');
    expect(room.complaints).toEqual([expect.stringContaining('ann got a second lease')]);
  });

  it('P5: INV-LEASE bites when a lease is given to a member', () => {
    const room = watched(lease, 'ann bob');
    room.tampering(changing('member.absent', { leaseUntil: later(31) })).disconnect('bob');
    expect(room.complaints).toEqual([expect.stringContaining('bob got a lease until 1031')]);
  });

  it('P5: INV-LEASE bites when the host becomes absent without a lease', () => {
    const room = watched(lease, 'ann bob');
    const member = changing('host.absent', { kind: 'member.absent', leaseUntil: null });
    room.tampering(both(member, leaving({ leaseUntil: null }))).disconnect('ann');
    expect(room.complaints).toEqual([
      expect.stringContaining('the host ann became absent without a lease'),
      expect.stringContaining('ann is an absent host without a lease'),
    ]);
  });

  it('P5: INV-LEASE bites when the committed lease is another one than its events granted', () => {
    const room = watched(lease, 'ann bob');
    room.disconnect('ann');
    room.tampering(leaving({ leaseUntil: later(99) })).resume('ann', { on: null });
    expect(room.complaints).toEqual([expect.stringContaining('the committed lease is 1099')]);
  });

  it.each([null, later(40)])(
    'P16: INV-LEASE bites when a new epoch of the absent host makes the lease %s',
    (leaseUntil) => {
      const room = watched(lease, 'ann bob');
      room.disconnect('ann');
      room.pass(9).tampering(leaving({ leaseUntil })).resume('ann', { on: null });
      expect(room.complaints).toEqual([expect.stringContaining('but its events make it 1031')]);
    },
  );
});

describe('P8: INV-LEASE', () => {
  it('P8: INV-LEASE bites when the lease outlives the resume of the host', () => {
    const room = watched(lease, 'ann bob');
    room.disconnect('ann');
    const asMember = changing('host.resumed', { kind: 'member.resumed' });
    room.tampering(both(asMember, leaving({ leaseUntil: later(31) }))).resume('ann');
    expect(room.complaints).toEqual([expect.stringContaining('no host is absent: it has ended')]);
  });

  it('P8: INV-LEASE bites when the host loses authority in the commit in which it resumes', () => {
    const room = watched(lease, 'ann bob');
    room.disconnect('ann');
    room.passLease();
    const bob = memberId('bob');
    const expired = {
      kind: 'host.changed',
      previous: ANN,
      host: bob,
      hostTerm: 2,
      reason: 'lease_expired',
    } as const;
    const asMember = changing('host.resumed', { kind: 'member.resumed' });
    room.tampering(both(asMember, adding([expired], 0))).resume('ann');
    expect(room.complaints).toEqual([
      expect.stringContaining('ann lost authority in the very commit in which it resumes'),
    ]);
  });

  it('P8: INV-LEASE bites when a resume is put behind the voiding of the host under immediate', () => {
    const room = watched(lease, 'ann', { succession: 'immediate' });
    room.pass(1).join('bob', { on: 'west' });
    const { session } = room.member('ann');
    room.lose('east');
    const absent: EventBody = {
      kind: 'member.absent',
      memberId: ANN,
      epoch: 1,
      session,
      leaseUntil: null,
      seatUntil: later(121),
    };
    const moved: EventBody = {
      kind: 'host.changed',
      previous: ANN,
      host: memberId('bob'),
      hostTerm: 2,
      reason: 'immediate',
    };
    const asMember = changing('host.resumed', { kind: 'member.resumed' });
    room.tampering(both(asMember, adding([absent, moved], 0))).resume('ann', { on: 'west' });
    expect(room.complaints).toEqual([expect.stringContaining('ann lost authority')]);
  });
});

describe('P10: INV-LEASE', () => {
  it('P10: INV-LEASE bites when under immediate a lease starts although somebody can take over', () => {
    const room = watched(lease, 'ann bob', { succession: 'immediate' });
    const asLease = changing('member.absent', { kind: 'host.absent', leaseUntil: later(31) });
    room.tampering(both(asLease, without('host.changed'))).disconnect('ann');
    expect(room.complaints[0]).toContain('under immediate bob takes over in the same commit');
  });

  it('P10: INV-LEASE bites when under immediate the handoff does not follow at once', () => {
    const room = watched(lease, 'ann bob', { succession: 'immediate' });
    room.tampering(without('host.changed')).disconnect('ann');
    expect(room.complaints[0]).toContain('the host ann became absent without a lease');
  });
});
