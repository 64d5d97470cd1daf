import { describe, expect, it } from 'vitest';
import { storeTime } from '../../src/core/ids.ts';
import { publicEvent } from '../../src/core/view.ts';
import { CODE } from '../../src/core/room-driver.test-suite.ts';
import { persistFirst } from './persist-first.ts';
import { but, lobby } from './watched-lobby.test-suite.ts';

const said = (text: string): unknown => [expect.stringContaining(text)];

describe('P4: INV-PERSIST-FIRST', () => {
  it.each([
    ['a sequence', { sequence: 9 }, 'which was not committed'],
    ['a generation', { generation: 2 }, 'which was not committed'],
    ['a kind', { kind: 'member.resumed' }, 'but member.joined was committed there'],
    ['a member', { memberId: 'cat' }, 'not with the fields'],
    ['a field', { connected: false }, 'not with the fields'],
    ['a store time', { at: storeTime(7) }, 'not with the fields'],
    ['a field too many', { epoch: 1 }, 'not with the fields'],
  ])(
    'P4: INV-PERSIST-FIRST bites when a frame shows %s that was not committed',
    (_, change, text) => {
      const room = lobby(persistFirst, 'ann bob');
      room.feeds('ann', 3, change);
      expect(room.complaints).toEqual(said(text));
    },
  );

  it('P4: INV-PERSIST-FIRST bites when an event is published before its commit', () => {
    const room = lobby(persistFirst, 'ann bob');
    const event = room.events.map(publicEvent).at(-1);
    if (event === undefined) throw new Error('nothing was committed');
    const publication = { idempotencyKey: '', code: CODE, event };
    room.monitor.published('bus', publication, 'worker-1');
    expect(room.complaints).toEqual([]);
    const next = { ...publication, event: { ...event, sequence: 4 } };
    room.monitor.published('bus', next, 'worker-1');
    expect(room.complaints).toEqual(said('bus was given member.joined as sequence 4'));
  });

  it('P24: INV-PERSIST-FIRST bites when a pulse or an answer names a revision that never was', () => {
    const room = lobby(persistFirst, 'ann bob');
    room.frame(room.link('ann'), { kind: 'pulse', generation: 1, revision: 1 });
    expect(room.complaints).toEqual(said('revision 1 of generation 1'));
    room.leaves('bob', { answered: but({ revision: 9 }) });
    expect(room.complaints.at(-1)).toContain('revision 9 of generation 1');
    room.backfills('ann', 3, { answered: but({ throughSequence: 9 }) });
    expect(room.complaints).toHaveLength(3);
  });

  it('P4: INV-PERSIST-FIRST bites when an answer brings events that were not committed', () => {
    const room = lobby(persistFirst, 'ann bob');
    const events = room.events.map(publicEvent).map((event) => ({ ...event, at: storeTime(1) }));
    room.backfills('ann', 0, { answered: but({ sync: { kind: 'events', events } }) });
    expect(room.complaints).toEqual(said('not with the fields'));
    const snapshot = {
      ...room.session('bob').sync,
      kind: 'snapshot',
      snapshot: { generation: 1, sequence: 8 },
    };
    room.backfills('ann', null, { answered: but({ sync: snapshot }) });
    expect(room.complaints.at(-1)).toContain('revision 8');
  });

  it('P4: INV-PERSIST-FIRST bites when a frame goes to a connection of no room', () => {
    const room = lobby(persistFirst, 'ann');
    room.frame(
      { connectionId: 'x', member: 'eve', server: 's' },
      { kind: 'pulse', generation: 1, revision: 2 },
    );
    expect(room.complaints).toEqual(said('which belongs to no room'));
  });

  it.each([
    ['epoch', { epoch: 9 }, 'epoch 9, which was not committed'],
    ['connection', { connection: 'other' }, 'but bob-c'],
    ['role', { role: 'host' }, 'but it was member'],
    ['host', { host: 'bob' }, 'but ann was host'],
    ['term', { hostTerm: 4 }, 'but it was 1'],
    ['revision', { throughSequence: 3 }, 'but its commit reached revision 4'],
  ])('P16: INV-PERSIST-FIRST bites when a session answer has another %s', (_, change, text) => {
    const room = lobby(persistFirst, 'ann bob');
    room.returns('bob', { answered: but(change) });
    expect(room.complaints).toEqual(said(text));
  });
});
