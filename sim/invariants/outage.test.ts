import { describe, expect, it } from 'vitest';
import { memberId } from '../../src/core/ids.ts';
import { outage } from './outage.ts';
import {
  adding,
  changing,
  complaintsOverALegalLife,
  later,
  watched,
  type WatchedRoom,
  without,
} from './watch-harness.test-suite.ts';

const ANN = memberId('ann');

/** ann's lease and seat were running when an outage began; bob's transport has gone with it. Store time is 1511. */
function interrupted(): WatchedRoom {
  const room = watched(outage, 'ann bob');
  room.disconnect('ann');
  return room.pass(10).outage(500, 'north');
}

describe('P12: INV-OUTAGE', () => {
  it('P12: INV-OUTAGE says nothing of a legal life', () => {
    expect(complaintsOverALegalLife(outage)).toEqual([]);
  });

  it('P12: INV-OUTAGE bites when nothing is re-armed', () => {
    const room = interrupted();
    room.tampering(without('lease.rearmed')).void();
    expect(room.complaints).toEqual([
      expect.stringContaining('member.absent stands before outage 1 was applied'),
    ]);
  });

  it.each([
    ['a lease that is not of full length', { leaseUntil: later(540) }, 'the lease last until 1540'],
    ['a lease that is left as it was', { leaseUntil: null }, 'the lease last until 1031 instead'],
    ['no seat', { seats: [] }, 'the seat of ann last until 1121 instead of 1631'],
    [
      'the seat of somebody who is connected',
      {
        seats: [
          { memberId: ANN, seatUntil: later(631) },
          { memberId: memberId('bob'), seatUntil: later(631) },
        ],
      },
      'the seat of bob last until 1631 instead of null',
    ],
    ['another outage', { outage: 2 }, 'instead of outage 1'],
    ['a longer outage', { endedAt: later(512) }, 'instead of outage 1'],
  ])('P12: INV-OUTAGE bites when it re-arms %s', (_what, fields, complaint) => {
    const room = interrupted();
    room.tampering(changing('lease.rearmed', fields)).void();
    expect(room.complaints[0]).toContain(complaint);
  });

  it('P12: INV-OUTAGE bites when an outage is applied twice', () => {
    const room = interrupted();
    const again = {
      kind: 'lease.rearmed',
      outage: 1,
      startedAt: later(11),
      endedAt: later(511),
      leaseUntil: later(541),
      seats: [{ memberId: ANN, seatUntil: later(631) }],
    } as const;
    room.tampering(adding([again], 1)).void();
    expect(room.complaints).toEqual([expect.stringContaining('which interrupted nothing here')]);
  });
});
