import { describe, expect, it } from 'vitest';
import type { CloseReason } from '../../src/core/event.ts';
import { emptyRoom } from './empty-room.ts';
import {
  adding,
  changing,
  complaintsOverALegalLife,
  ordering,
  replacing,
  type Tamper,
  watched,
  type WatchedRoom,
  without,
} from './watch-harness.test-suite.ts';

const closing = (reason: CloseReason): Tamper => replacing([{ kind: 'room.closed', reason }]);

/** ann is host and the only one who was ever connected; she is absent. */
function quiet(emptyRoomPolicy: 'close' | 'hold'): WatchedRoom {
  const room = watched(emptyRoom, 'ann', { emptyRoom: emptyRoomPolicy });
  room.disconnect('ann');
  return room;
}

describe('P9: INV-EMPTY-ROOM', () => {
  it('P9: INV-EMPTY-ROOM says nothing of a legal life', () => {
    expect(complaintsOverALegalLife(emptyRoom)).toEqual([]);
  });

  it.each(['close', 'hold'] as const)(
    'P9: INV-EMPTY-ROOM accepts a closing that is due under %s',
    (policy) => {
      const room = quiet(policy);
      room.passLease(policy === 'hold' ? 1_000 : 0).close();
      expect(room.room.closed).toBe(policy === 'hold' ? 'idle' : 'empty');
      expect(room.complaints).toEqual([]);
    },
  );

  it('P9: INV-EMPTY-ROOM bites when a room closes while its lease runs', () => {
    const room = quiet('close');
    room.passLease(-1).tampering(closing('empty')).join('bob', { on: null });
    expect(room.complaints).toEqual([
      expect.stringContaining('closed (empty) at 1029, before it was due'),
    ]);
    expect(room.complaints[0]).toContain('quiet from 1030 on');
  });

  it('P9: INV-EMPTY-ROOM bites when a held room closes one ms before idleMs are over', () => {
    const room = quiet('hold');
    room.passLease(999).tampering(closing('idle')).join('bob', { on: null });
    expect(room.complaints).toEqual([expect.stringContaining('closed (idle) at 2029, before')]);
  });

  it('P9: INV-EMPTY-ROOM counts idle time from the end of a lease that a departure ended', () => {
    const room = watched(emptyRoom, 'ann bob');
    room.disconnect('bob');
    room.disconnect('ann');
    room.pass(10).leave('ann');
    room.pass(999).tampering(closing('idle')).resume('bob', { on: null });
    expect(room.complaints).toEqual([expect.stringContaining('quiet from 1011 on')]);
    const late = watched(emptyRoom, 'ann bob');
    late.disconnect('bob');
    late.disconnect('ann');
    late.pass(500).leave('ann');
    late.pass(529).tampering(closing('idle')).resume('bob', { on: null });
    expect(late.complaints).toEqual([expect.stringContaining('quiet from 1031 on')]);
  });

  it('P9: INV-EMPTY-ROOM bites when a room closes while somebody is connected', () => {
    for (const reason of ['empty', 'idle', 'abandoned'] as const) {
      const room = watched(emptyRoom, 'ann bob', { emptyRoom: 'close' });
      room.tampering(closing(reason)).disconnect('bob');
      expect(room.complaints).toEqual([expect.stringContaining('while somebody is connected')]);
    }
  });

  it('P9: INV-EMPTY-ROOM bites when a room closes for another reason than the one that is due', () => {
    for (const reason of ['idle', 'ended', 'abandoned'] as const) {
      const room = quiet('close');
      room.passLease().tampering(closing(reason)).close();
      expect(room.complaints).toEqual([
        expect.stringContaining(`closed as ${reason} instead of empty`),
      ]);
    }
    const room = watched(emptyRoom, 'ann');
    room.tampering(changing('room.closed', { reason: 'empty' })).leave('ann');
    expect(room.complaints).toEqual([expect.stringContaining('as empty instead of abandoned')]);
  });

  it('P12: INV-EMPTY-ROOM bites when a room closes while no instance is live', () => {
    const room = quiet('close');
    room.passLease().lose('east', 'west').tampering(closing('empty')).join('bob', { on: null });
    expect(room.complaints).toEqual([expect.stringContaining('no instance is live')]);
  });

  it('P9: INV-EMPTY-ROOM bites when something else commits in a room that is due to close', () => {
    const room = quiet('close');
    const joined = {
      kind: 'session.renewed',
      memberId: room.member('ann').memberId,
      epoch: 2,
    } as const;
    const { session } = room.member('ann');
    room
      .passLease()
      .tampering(replacing([{ ...joined, session }]))
      .close();
    expect(room.complaints).toEqual([
      expect.stringContaining(
        'session.renewed was committed in a room that was due to close (empty)',
      ),
      expect.stringContaining('is due to close (empty)'),
    ]);
  });

  it('P8: INV-EMPTY-ROOM accepts the host back in a room that is due to close', () => {
    const room = quiet('close');
    room.passLease(50).resume('ann');
    expect(room.complaints).toEqual([]);
  });

  it('P9: INV-EMPTY-ROOM bites when a commit leaves a room open that nobody is connected to', () => {
    const room = watched(emptyRoom, 'ann bob', { emptyRoom: 'close' });
    room.disconnect('bob');
    room.tampering(without('room.closed')).leave('ann');
    expect(room.complaints).toEqual([
      expect.stringContaining('left open after sequence 6 at 1001'),
    ]);
  });

  it('P9: INV-EMPTY-ROOM bites when a room without members stays open', () => {
    const room = watched(emptyRoom, 'ann');
    room.tampering(without('room.closed')).leave('ann');
    expect(room.complaints).toEqual([expect.stringContaining('is due to close (abandoned)')]);
  });

  it('P9: INV-EMPTY-ROOM bites when anything follows on a closing', () => {
    const room = watched(emptyRoom, 'ann');
    room.tampering(ordering([0, 2, 1])).leave('ann');
    expect(room.complaints).toEqual([
      expect.stringContaining('host.changed follows on room.closed'),
    ]);
    const later = watched(emptyRoom, 'ann bob');
    const { session } = later.member('bob');
    const bob = later.member('bob').memberId;
    later.tampering(adding([{ kind: 'session.renewed', memberId: bob, epoch: 2, session }])).end();
    expect(later.complaints).toEqual([
      expect.stringContaining('session.renewed follows on room.closed'),
    ]);
  });
});
