import { describe, expect, it } from 'vitest';
import { memberId, requestId } from '../../src/core/ids.ts';
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts';
import { idempotent } from './idempotent.ts';
import { but, lobby, refusing } from './watched-lobby.test-suite.ts';
import { changing } from './watch-harness.test-suite.ts';

const said = (text: string): unknown => [expect.stringContaining(text)];

describe('P20: INV-IDEMPOTENT', () => {
  it.each([
    ['revision', { revision: 3 }],
    ['generation', { generation: 7 }],
  ])(
    'P20: INV-IDEMPOTENT bites when a repeated command is answered with another %s',
    (field, change) => {
      const room = lobby(idempotent, 'ann bob cat');
      room.leaves('bob', { id: 'twice' });
      room.leaves('bob', { id: 'twice', answered: but(change) });
      expect(room.complaints).toEqual(said(`answered once more with another ${field}`));
    },
  );

  it('P20: INV-IDEMPOTENT bites when a repeated resume is answered with another snapshot, but not token', () => {
    const room = lobby(idempotent, 'ann bob');
    const old = room.session('bob');
    room.returns('bob', { id: 'twice', cursor: null });
    const { sync } = room.session('bob');
    room.returns('bob', { id: 'twice', with: old, answered: but({ token: 'another' }) });
    expect(room.complaints).toEqual([]);
    if (sync.kind !== 'snapshot') throw new Error('no snapshot');
    const other = { kind: 'snapshot', snapshot: { ...sync.snapshot, members: [] } };
    room.returns('bob', { id: 'twice', with: old, answered: but({ sync: other }) });
    expect(room.complaints).toEqual(said('with another sync'));
  });

  it('P20: INV-IDEMPOTENT bites when a command takes effect twice and answers with the second', () => {
    const room = lobby(idempotent, 'ann bob');
    room.rates('ann', 'bob', false, { id: 'twice' });
    room.setEligible('bob', false);
    room.rates('ann', 'bob', false, { id: 'twice', answered: but({ revision: 5 }) });
    expect(room.complaints).toEqual(said('with another revision'));
  });

  it('P20: INV-IDEMPOTENT bites when one id begins two sessions', () => {
    const room = lobby(idempotent, 'ann bob');
    const { session } = room.member('bob');
    room.leaves('bob');
    room.tampering(changing('member.joined', { session })).joins('bob');
    expect(room.complaints[0]).toContain(
      'began a session at generation 1, sequence 3 and once more',
    );
  });

  it('P22: INV-IDEMPOTENT lets an id begin a session again once its record is no longer kept', () => {
    const room = lobby(idempotent, 'ann bob');
    const { session } = room.member('bob');
    room.leaves('bob');
    room.pass(DEFAULT_SETTINGS.requestRetentionMs + 1);
    room.decide({
      kind: 'join',
      code: room.room.code,
      memberId: memberId('bob'),
      requestId: session,
      generation: null,
      transport: null,
    });
    expect(room.complaints).toEqual([]);
  });

  it('P20: INV-IDEMPOTENT bites when a join of a seated member is committed once more', () => {
    const room = lobby(idempotent, 'ann bob');
    room.joins('bob', { id: 'twice' });
    room.sends('bob', { kind: 'join', generation: null }, { id: 'twice' });
    room.tampering(changing('member.resumed', { session: 'twice' })).decide({
      kind: 'join',
      code: room.room.code,
      memberId: memberId('bob'),
      requestId: requestId('once more'),
      generation: null,
      transport: room.member('bob').attachment,
    });
    expect(room.complaints).toEqual(
      said('can only come from its join twice, which has had its effect before'),
    );
  });

  it('P20: INV-IDEMPOTENT bites when what is done names a commit without its effect', () => {
    const room = lobby(idempotent, 'ann bob cat');
    room.leaves('bob', { answered: but({ revision: 4 }) });
    expect(room.complaints).toEqual(said('no commit with its effect reached that'));
  });

  it('P20: INV-IDEMPOTENT bites when one effect is the answer to two requests', () => {
    const room = lobby(idempotent, 'ann bob');
    room.rates('ann', 'bob', false);
    room.rates('ann', 'bob', false, { answered: but({ revision: 4 }) });
    expect(room.complaints).toEqual(said('which was already the answer to'));
  });

  it('P20: INV-IDEMPOTENT bites when an accepted request is refused later', () => {
    const room = lobby(idempotent, 'ann bob cat');
    room.leaves('bob', { id: 'twice' });
    room.leaves('bob', { id: 'twice', answered: refusing('unavailable') });
    expect(room.complaints).toEqual([]);
    room.leaves('bob', { id: 'twice', answered: refusing('not_member') });
    expect(room.complaints).toEqual(said('had been accepted, and was then refused as not_member'));
    room.leaves('bob', { id: 'twice', on: 'elsewhere', answered: refusing('stale_epoch') });
    expect(room.complaints).toHaveLength(2);
  });

  it('P20: INV-IDEMPOTENT lets a copy be refused that was under way before the acceptance', () => {
    const room = lobby(idempotent, 'ann bob cat');
    const { generation, epoch } = room.session('bob');
    const frame = room.sends(
      'bob',
      { kind: 'leave', generation, epoch },
      { id: 'twice', on: 'c1' },
    );
    room.leaves('bob', { id: 'twice', on: 'c2' });
    room.answers(room.link('bob', 'c1'), frame.requestId, {
      kind: 'refused',
      code: 'not_member',
      generation: null,
    });
    expect(room.complaints).toEqual([]);
  });
});
