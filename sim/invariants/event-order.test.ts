import { describe, expect, it } from 'vitest';
import { connectionId, instanceId, memberId, requestId } from '../../src/core/ids.ts';
import type { EventBody } from '../../src/core/event.ts';
import { eventOrder } from './event-order.ts';
import {
  adding,
  changing,
  complaintsOverALegalLife,
  later,
  ordering,
  replacing,
  watched,
  type WatchedRoom,
  without,
} from './watch-harness.test-suite.ts';

const [ANN, BOB, CAT] = [memberId('ann'), memberId('bob'), memberId('cat')];

const eligibility = (who: typeof ANN, eligible = true): EventBody => ({
  kind: 'member.eligibility',
  memberId: who,
  eligible,
});

const changed = (
  reason: (EventBody & { readonly kind: 'host.changed' })['reason'],
  previous: typeof ANN = ANN,
  host: typeof ANN = BOB,
): EventBody => ({ kind: 'host.changed', previous, host, hostTerm: 2, reason });

const joined = (who: typeof ANN): EventBody => ({
  kind: 'member.joined',
  memberId: who,
  eligible: true,
  epoch: 1,
  session: requestId('any'),
  attachment: { connectionId: connectionId('c'), instanceId: instanceId('east') },
});

function expired(): WatchedRoom {
  const room = watched(eventOrder, 'ann bob cat');
  room.disconnect('ann');
  return room.passLease();
}

const saysOf = (room: WatchedRoom): string => room.complaints[0] ?? 'nothing';

describe('P3: INV-EVENT-ORDER', () => {
  it('P3: INV-EVENT-ORDER says nothing of a legal life', () => {
    expect(complaintsOverALegalLife(eventOrder)).toEqual([]);
  });

  it('P3: INV-EVENT-ORDER bites when an opening does not seat its opener next', () => {
    const room = watched(eventOrder, 'ann');
    room.end();
    room.tampering(without('member.joined')).open('bob');
    expect(saysOf(room)).toContain('the commit ends without member.joined of bob');
  });

  it('P3: INV-EVENT-ORDER bites when an opening without transport is not followed by an absence', () => {
    const room = watched(eventOrder, 'ann');
    room.end();
    room.tampering(without('host.absent')).open('bob', { on: null });
    expect(saysOf(room)).toContain('the commit ends without host.absent of bob');
  });

  it('P3: INV-EVENT-ORDER bites when an opening goes on, or stands within a commit', () => {
    const room = watched(eventOrder, 'ann');
    room.end();
    room.tampering(adding([eligibility(BOB)])).open('bob');
    expect(saysOf(room)).toContain('follows on a commit that was complete');
    const within = watched(eventOrder, 'ann');
    const { policy } = within.room;
    within.tampering(adding([{ kind: 'room.opened', memberId: BOB, policy }])).join('bob');
    expect(saysOf(within)).toContain('room.opened stands within a commit');
  });

  it('P3: INV-EVENT-ORDER bites when a join without transport is not followed by an absence', () => {
    const room = watched(eventOrder, 'ann');
    room.tampering(without('member.absent')).join('bob', { on: null });
    expect(saysOf(room)).toContain('the commit ends without member.absent of bob');
    const swapped = watched(eventOrder, 'ann');
    swapped.tampering(ordering([1, 0])).join('bob', { on: null });
    expect(saysOf(swapped)).toContain('member.absent is about bob, who has no seat');
  });

  it.each(['leave', 'remove', 'setEligible'] as const)(
    'P3: INV-EVENT-ORDER bites when the handoff of a host does not follow on %s',
    (does) => {
      const room = watched(eventOrder, 'ann bob');
      room.tampering(without('host.changed'));
      if (does === 'setEligible') room.setEligible('ann', false);
      else room[does]('ann');
      expect(saysOf(room)).toContain('the commit ends without host.changed');
      const other = watched(eventOrder, 'ann bob');
      other.tampering(adding([joined(CAT)], 1));
      if (does === 'setEligible') other.setEligible('ann', false);
      else other[does]('ann');
      expect(saysOf(other)).toContain('member.joined stands where host.changed');
    },
  );

  it('P3: INV-EVENT-ORDER bites when under immediate the handoff does not follow', () => {
    const room = watched(eventOrder, 'ann bob', { succession: 'immediate' });
    room.tampering(without('host.changed')).disconnect('ann');
    expect(saysOf(room)).toContain('the commit ends without host.changed (immediate) from ann');
  });

  it('P3: INV-EVENT-ORDER bites when the events of two commands are in one commit', () => {
    const room = watched(eventOrder, 'ann bob');
    room.tampering(adding([eligibility(BOB)])).join('cat');
    expect(saysOf(room)).toContain('member.eligibility belongs to another command');
  });

  it('P3: INV-EVENT-ORDER bites when something follows on what a command made due', () => {
    const room = watched(eventOrder, 'ann');
    room.disconnect('ann');
    room
      .passLease()
      .tampering(adding([eligibility(BOB)]))
      .join('bob');
    expect(saysOf(room)).toContain('member.eligibility follows on a commit that was complete');
  });

  it('P3: INV-EVENT-ORDER bites when anything follows on a closing', () => {
    const room = watched(eventOrder, 'ann bob');
    room.tampering(adding([changed('vacancy')])).end();
    expect(saysOf(room)).toContain('host.changed follows on a commit that was complete');
  });

  it('P3: INV-EVENT-ORDER bites when a handoff comes twice', () => {
    const room = expired();
    room.tampering(adding([changed('lease_expired', BOB, CAT)])).promote();
    expect(saysOf(room)).toContain('host.changed was made due by nothing');
  });

  it('P3: INV-EVENT-ORDER bites when an exit is a reason without the exit', () => {
    const room = watched(eventOrder, 'ann bob');
    room.tampering(changing('host.changed', { reason: 'left' })).transfer('bob');
    expect(saysOf(room)).toContain('host.changed (left) stands without the event that it is for');
  });

  it('P12: INV-EVENT-ORDER bites when members become absent in one commit who were not void', () => {
    const room = watched(eventOrder, 'ann bob cat');
    const { session } = room.member('cat');
    const absent = { kind: 'member.absent', memberId: CAT, epoch: 1, session } as const;
    room
      .tampering(adding([{ ...absent, leaseUntil: null, seatUntil: later(122) }]))
      .disconnect('bob');
    expect(saysOf(room)).toContain('member.absent belongs to another command');
  });
});

describe('P14: INV-EVENT-ORDER', () => {
  const acts: readonly (readonly [string, readonly EventBody[]])[] = [
    ['transfers', [changed('transferred', BOB, CAT)]],
    ['removes', [{ kind: 'member.left', memberId: CAT, reason: 'removed' }]],
    ['changes eligibility', [eligibility(CAT, false)]],
    ['ends', [{ kind: 'room.closed', reason: 'ended' }]],
  ];
  it.each(acts)(
    'P14: INV-EVENT-ORDER bites when a host %s in the commit that made it host',
    (_, act) => {
      const room = expired();
      room.tampering(adding(act)).promote();
      expect(saysOf(room)).toContain('must be the act of a host');
    },
  );

  it('P12: INV-EVENT-ORDER bites when a host acts in the commit whose voiding made it host', () => {
    const room = watched(eventOrder, 'ann', { succession: 'immediate' });
    room.join('bob', { on: 'west' });
    room
      .lose('east')
      .tampering(adding([{ kind: 'room.closed', reason: 'ended' }]))
      .void();
    expect(saysOf(room)).toContain('room.closed must be the act of a host');
  });
});

describe('P17: INV-EVENT-ORDER', () => {
  it('P17: INV-EVENT-ORDER bites when a seated or a removed member joins', () => {
    const room = watched(eventOrder, 'ann bob');
    room.tampering(replacing([joined(BOB)])).resume('bob');
    expect(saysOf(room)).toContain('bob joined although it has a seat');
    const removed = watched(eventOrder, 'ann bob');
    removed.remove('bob');
    removed.tampering(changing('member.joined', { memberId: BOB })).join('cat');
    expect(saysOf(removed)).toContain('bob joined although it was removed');
  });

  it.each(['member.resumed', 'session.renewed', 'member.left', 'member.eligibility'] as const)(
    'P3: INV-EVENT-ORDER bites when %s is about somebody without a seat',
    (kind) => {
      const room = watched(eventOrder, 'ann bob');
      room.tampering(changing('member.resumed', { kind, memberId: CAT })).resume('bob');
      expect(saysOf(room)).toContain(`${kind} is about cat, who has no seat`);
    },
  );
});
