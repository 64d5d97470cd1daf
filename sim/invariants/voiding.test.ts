import { describe, expect, it } from 'vitest';
import { instanceId } from '../../src/core/ids.ts';
import {
  changing,
  complaintsOverALegalLife,
  ordering,
  replacing,
  watched,
  type WatchedRoom,
  without,
} from './watch-harness.test-suite.ts';
import { voiding } from './voiding.ts';

/** ann (the host), cat and bob were attached through `east`, which is void; dan is attached through `west`. */
function haunted(policy: Parameters<typeof watched>[2] = {}): WatchedRoom {
  const room = watched(voiding, 'ann cat bob', policy);
  room.pass(1).join('dan', { on: 'west' });
  return room.lose('east');
}

describe('P12: INV-VOID', () => {
  it('P12: INV-VOID says nothing of a legal life', () => {
    expect(complaintsOverALegalLife(voiding)).toEqual([]);
  });

  it.each(['lease', 'immediate'] as const)(
    'P12: INV-VOID accepts the voiding of a room under %s',
    (succession) => {
      const room = haunted({ succession });
      room.void();
      expect(room.complaints).toEqual([]);
    },
  );

  it('P12: INV-VOID bites when a member of a void instance is left connected', () => {
    const room = haunted();
    room.tampering(replacing([])).void();
    expect(room.complaints).toEqual([
      expect.stringContaining(
        'cat was attached through a void instance and must become absent as number 1 of the commit, but there the commit ends',
      ),
    ]);
  });

  it('P12: INV-VOID bites when other commands do not void', () => {
    const room = haunted();
    room.tampering(ordering([3])).leave('dan');
    expect(room.complaints).toEqual([
      expect.stringContaining('but there member.left of dan stands'),
    ]);
  });

  it('P12: INV-VOID bites when one of several is left out', () => {
    const room = haunted();
    room.tampering(without('host.absent')).void();
    expect(room.complaints).toEqual([
      expect.stringContaining('ann was attached through a void instance'),
    ]);
  });

  it.each([
    ['out of member order', [1, 0, 2], 'cat was attached'],
    ['with the host first', [2, 0, 1], 'cat was attached'],
  ])('P12: INV-VOID bites when members are voided %s', (_, order, said) => {
    const room = haunted();
    room.tampering(ordering(order)).void();
    expect(room.complaints).toEqual([expect.stringContaining(said)]);
  });

  it('P12: INV-VOID bites when a succession stands before the last of them', () => {
    const room = watched(voiding, 'ann cat bob');
    room.join('dan', { on: 'west' });
    room.disconnect('ann');
    room
      .passLease()
      .lose('east')
      .tampering(ordering([0, 2, 1]))
      .promote();
    const before = haunted({ succession: 'immediate' });
    before.tampering(ordering([2, 3, 0, 1])).void();
    expect([...room.complaints, ...before.complaints]).toEqual([
      expect.stringContaining(
        'bob was attached through a void instance and must become absent as number 2',
      ),
      expect.stringContaining(
        'cat was attached through a void instance and must become absent as number 1',
      ),
    ]);
  });

  it('P8: INV-VOID lets a host go without, whom this very commit connects again', () => {
    const room = haunted();
    room.resume('ann', { on: 'west' });
    expect(room.complaints).toEqual([]);
    const other = haunted();
    other.tampering(without('host.resumed')).resume('ann', { on: 'west' });
    expect(other.complaints).toEqual([expect.stringContaining('ann was attached')]);
  });

  it.each(['member.joined', 'member.resumed', 'host.resumed'] as const)(
    'P12: INV-VOID bites when %s attaches through a void instance',
    (kind) => {
      const room = watched(voiding, 'ann bob');
      const attachment = { connectionId: 'c', instanceId: instanceId('gone') };
      room.tampering(changing(kind, { attachment }));
      if (kind === 'member.joined') room.join('cat');
      else room.resume(kind === 'host.resumed' ? 'ann' : 'bob');
      expect(room.complaints).toEqual([expect.stringContaining('through gone, which is void')]);
    },
  );

  it('P12: INV-VOID bites when members are voided while no instance is live', () => {
    const room = haunted();
    room.tampering((commit) => {
      room.lose('west');
      return commit;
    });
    room.void();
    expect(room.complaints).toEqual([expect.stringContaining('while no instance is live')]);
  });

  it('P5: INV-VOID lets one disconnect while no instance is live', () => {
    const room = haunted();
    room.lose('west').disconnect('bob');
    expect(room.complaints).toEqual([]);
  });
});
