import { describe, expect, it } from 'vitest';
import type { Decision } from '../../src/core/decide.ts';
import { successor } from './successor.ts';
import {
  changing,
  complaintsOverALegalLife,
  watched,
  type WatchedRoom,
} from './watch-harness.test-suite.ts';

type Handoff = readonly [reason: string, (room: WatchedRoom) => Decision];

/** Every way in which authority leaves ann, who is host; bob and cat are next, dan is absent. */
const HANDOFFS: readonly Handoff[] = [
  ['left', (room) => room.leave('ann')],
  ['removed', (room) => room.remove('ann')],
  ['ineligible', (room) => room.setEligible('ann', false)],
  [
    'lease_expired',
    (room) => {
      room.disconnect('ann');
      return room.passLease().promote();
    },
  ],
];

function crowd(policy: Parameters<typeof watched>[2] = {}): WatchedRoom {
  const room = watched(successor, 'ann bob cat dan', policy);
  room.disconnect('dan');
  return room;
}

/** Lets the next handoff name somebody else. */
const naming = (room: WatchedRoom, host: string | null): WatchedRoom =>
  room.tampering((commit) =>
    commit.events.some(({ kind }) => kind === 'host.changed')
      ? changing('host.changed', { host })(commit)
      : commit,
  );

/** The handoff itself is tampered with, not what leads to it. */
function handOver(room: WatchedRoom, [reason, act]: Handoff, host: string | null): void {
  if (reason !== 'lease_expired') {
    act(naming(room, host));
    return;
  }
  room.disconnect('ann');
  naming(room.passLease(), host).promote();
}

describe('P7: INV-SUCCESSOR', () => {
  it('P7: INV-SUCCESSOR says nothing of a legal life', () => {
    expect(complaintsOverALegalLife(successor)).toEqual([]);
  });

  it.each(HANDOFFS)('P7: INV-SUCCESSOR accepts the first successor (%s)', (_, act) => {
    const room = crowd();
    act(room);
    expect(room.room.host).toBe('bob');
    expect(room.complaints).toEqual([]);
  });

  it.each(HANDOFFS)(
    'P7: INV-SUCCESSOR bites when the first successor is passed over (%s)',
    (...handoff) => {
      const room = crowd();
      handOver(room, handoff, 'cat');
      expect(room.complaints).toEqual([
        expect.stringContaining('cat became host, but bob is the first connected, eligible member'),
      ]);
    },
  );

  it.each(HANDOFFS)(
    'P7: INV-SUCCESSOR bites when nobody takes over although bob can (%s)',
    (...handoff) => {
      const room = crowd();
      handOver(room, handoff, null);
      expect(room.complaints).toEqual([expect.stringContaining('nobody became host, but bob')]);
    },
  );

  it('P7: INV-SUCCESSOR bites when an absent or ineligible member, or a stranger, takes over', () => {
    for (const host of ['bob', 'dan', 'eve']) {
      const room = crowd();
      room.setEligible('bob', false);
      naming(room, host).leave('ann');
      expect(room.complaints).toEqual([expect.stringContaining(`${host} became host, but cat`)]);
    }
  });

  it('P7: INV-SUCCESSOR bites when somebody takes over although nobody can', () => {
    const room = watched(successor, 'ann');
    room.join('bob', { on: null });
    naming(room, 'bob').leave('ann');
    expect(room.complaints).toEqual([
      expect.stringContaining(
        'bob became host, but no other member is connected and eligible (left)',
      ),
    ]);
  });

  it('P7: INV-SUCCESSOR compares ids of one joinedAt by code unit, not by locale', () => {
    const room = watched(successor, 'ann');
    room.join('bob');
    room.join('Cat');
    naming(room, 'bob').leave('ann');
    expect(room.room.host).toBe('Cat');
    expect(room.complaints).toEqual([expect.stringContaining('bob became host, but Cat')]);
  });

  it('P7: INV-SUCCESSOR puts who has rejoined at the end', () => {
    const room = watched(successor, 'ann bob cat');
    room.leave('bob');
    room.pass(1).join('bob');
    naming(room, 'bob').leave('ann');
    expect(room.complaints).toEqual([expect.stringContaining('bob became host, but cat')]);
  });

  it('P10: INV-SUCCESSOR bites when an absent host gives authority up although nobody takes it', () => {
    const room = watched(successor, 'ann', { succession: 'immediate' });
    room
      .tampering(changing('host.absent', { kind: 'host.changed', host: null, reason: 'immediate' }))
      .disconnect('ann');
    expect(room.complaints).toEqual([expect.stringContaining('authority was given up')]);
  });

  it('P7: INV-SUCCESSOR bites when the wrong member takes over at once, or takes a vacancy', () => {
    const room = crowd({ succession: 'immediate' });
    naming(room, 'cat').disconnect('ann');
    const vacant = watched(successor, 'ann');
    vacant.join('bob', { on: null });
    vacant.leave('ann');
    naming(vacant, 'eve').resume('bob');
    expect([...room.complaints, ...vacant.complaints]).toEqual([
      expect.stringContaining('bob is the first connected, eligible member (immediate)'),
      expect.stringContaining('eve became host, but bob is the first'),
    ]);
  });

  it('P10: INV-SUCCESSOR bites when a transfer goes to somebody who cannot take over', () => {
    const targets: readonly (readonly [string | null, string])[] = [
      [null, 'to nobody'],
      ['ann', 'who was host already'],
      ['eve', 'who has no seat'],
      ['bob', 'who is not eligible'],
      ['dan', 'who is absent'],
    ];
    for (const [host, said] of targets) {
      const room = crowd();
      room.setEligible('bob', false);
      naming(room, host).transfer('cat');
      expect(room.complaints).toEqual([expect.stringContaining(said)]);
    }
  });
});
