import { describe, expect, it } from 'vitest';
import { handoffFirst } from './handoff-first.ts';
import {
  changing,
  complaintsOverALegalLife,
  ordering,
  watched,
  type WatchedRoom,
  without,
} from './watch-harness.test-suite.ts';

/** ann's lease has just run out; bob is next. */
function due(ms = 0): WatchedRoom {
  const room = watched(handoffFirst, 'ann bob cat');
  room.pass(1).join('dan', { on: 'west' });
  room.disconnect('ann');
  return room.passLease(ms);
}

describe('P3: INV-HANDOFF-FIRST', () => {
  it('P3: INV-HANDOFF-FIRST says nothing of a legal life', () => {
    expect(complaintsOverALegalLife(handoffFirst)).toEqual([]);
  });

  it('P3: INV-HANDOFF-FIRST bites when a command goes ahead of a due handoff', () => {
    const room = due();
    room.tampering(ordering([1, 0])).join('eve');
    expect(room.complaints).toEqual([
      expect.stringContaining('member.joined stands before the handoff to bob (lease_expired)'),
    ]);
  });

  it('P3: INV-HANDOFF-FIRST bites when a command is committed instead of a due handoff', () => {
    const room = due();
    room.tampering(without('host.changed')).disconnect('cat');
    expect(room.complaints).toEqual([expect.stringContaining('member.absent stands before')]);
  });

  it('P3: INV-HANDOFF-FIRST bites when the absent host still transfers, leaves or ends', () => {
    const transferring = due();
    transferring.tampering(changing('host.changed', { reason: 'transferred' })).promote();
    const leaving = due();
    leaving.tampering(without('host.changed')).leave('ann');
    const ending = due(-1);
    ending.pass(1).tampering(changing('host.changed', { kind: 'room.closed', reason: 'ended' }));
    ending.promote();
    expect([...transferring.complaints, ...leaving.complaints, ...ending.complaints]).toEqual([
      expect.stringContaining('host.changed stands before'),
      expect.stringContaining('member.left stands before'),
      expect.stringContaining('room.closed stands before'),
    ]);
  });

  it('P3: INV-HANDOFF-FIRST bites when a handoff that voiding leaves due does not come next', () => {
    const room = due();
    room
      .lose('east')
      .tampering(ordering([0, 1, 3, 2]))
      .leave('dan');
    expect(room.complaints).toEqual([
      expect.stringContaining('member.left stands before the handoff to dan'),
    ]);
  });

  it('P8: INV-HANDOFF-FIRST lets the host come back first, and lets nothing be due too early', () => {
    const room = due();
    room.resume('ann');
    const early = due(-1);
    early.disconnect('cat');
    const alone = watched(handoffFirst, 'ann');
    alone.disconnect('ann');
    alone.passLease().join('bob', { on: null });
    const dead = due();
    dead.lose('east', 'west').disconnect('cat');
    expect(early.room.host).toBe('ann');
    expect(dead.room.host).toBe('ann');
    expect([room, early, alone, dead].flatMap(({ complaints }) => complaints)).toEqual([]);
  });
});
