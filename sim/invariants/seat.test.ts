import { describe, expect, it } from 'vitest';
import { memberId } from '../../src/core/ids.ts';
import { seat } from './seat.ts';
import {
  adding,
  complaintsOverALegalLife,
  later,
  watched,
  type WatchedRoom,
} from './watch-harness.test-suite.ts';

const expired = (name: string) =>
  ({ kind: 'member.left', memberId: memberId(name), reason: 'expired' }) as const;

/** bob has been away from 1001 on; its seat is over at 1121. */
function away(): WatchedRoom {
  const room = watched(seat, 'ann bob');
  room.disconnect('bob');
  return room;
}

describe('P11: INV-SEAT', () => {
  it('P11: INV-SEAT says nothing of a legal life', () => {
    expect(complaintsOverALegalLife(seat)).toEqual([]);
  });

  it('P11: INV-SEAT bites when a seat expires early', () => {
    const room = away();
    room
      .pass(119)
      .tampering(adding([expired('bob')]))
      .join('cat');
    expect(room.complaints).toEqual([
      expect.stringContaining('the seat of bob expired at 1120, but lasts until 1121'),
    ]);
  });

  it('P11: INV-SEAT bites when the seat of the host or of somebody connected expires', () => {
    const host = watched(seat, 'ann bob', { emptyRoom: 'hold' });
    host.setEligible('bob', false);
    host.disconnect('ann');
    host
      .pass(200)
      .tampering(adding([expired('ann')]))
      .join('cat', { on: null });
    const connected = watched(seat, 'ann bob');
    connected.tampering(adding([expired('bob')])).join('cat');
    expect([...host.complaints, ...connected.complaints]).toEqual([
      expect.stringContaining('the seat of ann expired although it is host'),
      expect.stringContaining('the seat of bob expired although it is connected'),
    ]);
  });

  it('P12: INV-SEAT bites when a seat expires while no instance is live', () => {
    const room = away();
    room.pass(121).lose('east', 'west');
    room.tampering(adding([expired('bob')])).join('cat', { on: null });
    expect(room.complaints).toEqual([expect.stringContaining('while no instance is live')]);
  });

  it('P25: INV-SEAT waits for seats that are over, beyond the allowance', () => {
    const room = away();
    const kept = (): readonly string[] => room.monitor.unsettled().map(({ message }) => message);
    room.clock = later(1_121);
    expect(kept()).toEqual([]);
    room.clock = later(1_122);
    expect(kept()).toEqual([expect.stringContaining('the seat of bob was over at 1121')]);
    room.pass(200).expireSeats();
    expect(kept()).toEqual([]);
  });
});
