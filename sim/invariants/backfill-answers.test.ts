import { describe, expect, it } from 'vitest';
import { backfill } from './backfill.ts';
import { but, lobby, refusing } from './watched-lobby.test-suite.ts';

const said = (text: string): unknown => [expect.stringContaining(text)];

describe('P23: INV-BACKFILL', () => {
  it.each([0, 1, 2, 3])(
    'P23: INV-BACKFILL lets the events after %i pass, and bites when one is missing',
    (cursor) => {
      const room = lobby(backfill, 'ann bob');
      room.returns('ann', { cursor });
      const right = room.backfills('ann', cursor);
      expect(room.complaints).toEqual([]);
      if (right.kind !== 'backfill' || right.sync.kind !== 'events') throw new Error('no events');
      const { events } = right.sync;
      for (const wrong of [events.slice(1), events.slice(0, -1), [...events, ...events]]) {
        room.backfills('ann', cursor, {
          answered: but({ sync: { kind: 'events', events: wrong } }),
        });
      }
      expect(room.complaints).toHaveLength(3);
    },
  );

  it('P23: INV-BACKFILL bites when a snapshot comes although the events are retained', () => {
    const room = lobby(backfill, 'ann bob');
    const { sync } = room.session('bob');
    room.backfills('bob', null);
    expect(room.complaints).toEqual([]);
    room.backfills('bob', 2, { answered: but({ sync }) });
    expect(room.complaints).toEqual(said('the events after its cursor are retained'));
    room.kept = { from: 4, events: [] };
    room.backfills('bob', 2, { answered: but({ sync }) });
    expect(room.complaints).toHaveLength(1);
    room.backfills('bob', 3, { answered: but({ sync }) });
    expect(room.complaints).toHaveLength(2);
  });

  it('P23: INV-BACKFILL bites when events come where a snapshot was asked for', () => {
    const room = lobby(backfill, 'ann bob');
    room.returns('bob', { cursor: null, answered: but({ sync: { kind: 'events', events: [] } }) });
    expect(room.complaints).toEqual(said('which are not those up to 4'));
  });

  it.each([
    ['host', { host: 'bob' }],
    ['term', { hostTerm: 2 }],
    ['lease', { leaseUntil: 9 }],
    ['closing', { closed: 'idle' }],
    ['members', { members: [] }],
  ])('P23: INV-BACKFILL bites when a snapshot has another %s', (_, change) => {
    const room = lobby(backfill, 'ann bob');
    const { sync } = room.session('bob');
    if (sync.kind !== 'snapshot') throw new Error('no snapshot');
    const snapshot = { ...sync.snapshot, ...change };
    room.backfills('bob', null, { answered: but({ sync: { kind: 'snapshot', snapshot } }) });
    expect(room.complaints).toEqual(said('was answered with a snapshot of sequence 3 with'));
  });

  it.each(['memberId', 'joinedAt', 'eligible', 'connected', 'seatUntil'])(
    'P23: INV-BACKFILL bites when a snapshot has another %s for a member',
    (field) => {
      const room = lobby(backfill, 'ann bob');
      const { sync } = room.session('bob');
      if (sync.kind !== 'snapshot') throw new Error('no snapshot');
      const members = sync.snapshot.members.map((member) => ({ ...member, [field]: 'other' }));
      const snapshot = { ...sync.snapshot, members };
      room.backfills('bob', null, { answered: but({ sync: { kind: 'snapshot', snapshot } }) });
      expect(room.complaints).toEqual(said(`${field} other instead of`));
    },
  );

  it('P23: INV-BACKFILL bites when the answer is of a revision from before the request', () => {
    const room = lobby(backfill, 'ann bob');
    room.disconnect('bob');
    const sync = { kind: 'events', events: [] };
    room.backfills('ann', 3, { answered: but({ throughSequence: 3, sync }) });
    expect(room.complaints).toEqual(said('where the room did not stand since it was asked'));
  });

  it.each([0, 3, null])(
    'P23: INV-BACKFILL bites when cursor %s is refused as invalid',
    (cursor) => {
      const room = lobby(backfill, 'ann bob');
      room.backfills('ann', cursor, { answered: refusing('invalid_cursor') });
      expect(room.complaints).toEqual(said('but the room stood at 3 when it was asked'));
    },
  );

  it.each([-1, 1.5, 4, Number.NaN])(
    'P23: INV-BACKFILL lets cursor %s be refused, and bites when it is not',
    (cursor) => {
      const room = lobby(backfill, 'ann bob');
      const right = room.backfills('bob', null);
      room.backfills('bob', cursor);
      expect(room.complaints).toEqual([]);
      room.backfills('bob', cursor, { answered: () => right });
      expect(room.complaints).toHaveLength(1);
    },
  );
});
