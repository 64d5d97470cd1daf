import { describe, expect, it } from 'vitest';
import { connectionId, instanceId, memberId } from '../../src/core/ids.ts';
import { nonce } from './nonce.ts';
import { replacing } from './watch-harness.test-suite.ts';
import { but, lobby, refusing } from './watched-lobby.test-suite.ts';

const said = (text: string): unknown => [expect.stringContaining(text)];

describe('P16: INV-NONCE', () => {
  it('P16: INV-NONCE bites when a used nonce resumes once more', () => {
    const room = lobby(nonce, 'ann bob');
    const old = room.session('bob');
    room.returns('bob');
    const next = room.session('bob');
    room.returns('bob', {
      with: next,
      nonce: old.nonce,
      answered: () => ({ ...next, epoch: 3, nonce: 'n3' }),
    });
    expect(room.complaints).toEqual(said('a nonce that was not that of epoch 2'));
  });

  it('P16: INV-NONCE bites at the commit that a used nonce leads to', () => {
    const room = lobby(nonce, 'ann bob');
    const { generation, sessionId, nonce: used } = room.session('bob');
    room.returns('bob');
    const request = { kind: 'resume', generation, sessionId, nonce: used, cursor: null } as const;
    room.sends('bob', request, { on: 'c1' });
    const { session, epoch } = room.member('bob');
    const attachment = { connectionId: connectionId('c1'), instanceId: instanceId('east') };
    room.tampering(
      replacing([
        {
          kind: 'member.resumed',
          memberId: memberId('bob'),
          epoch: epoch + 1,
          session,
          attachment,
        },
      ]),
    );
    room.resume('bob');
    expect(room.complaints).toEqual(
      said('with the nonce of epoch 1, which is not that of epoch 2'),
    );
  });

  it('P16: INV-NONCE bites when two requests reach the same epoch', () => {
    const room = lobby(nonce, 'ann bob');
    const old = room.session('bob');
    room.returns('bob');
    const next = room.session('bob');
    room.returns('bob', { with: old, answered: () => next });
    expect(room.complaints).toEqual(said('both reached epoch 2'));
  });

  it('P16: INV-NONCE bites when a session id of an earlier stay is accepted', () => {
    const room = lobby(nonce, 'ann bob');
    const old = room.session('bob');
    room.joins('bob');
    const { nonce: fresh } = room.session('bob');
    room.returns('bob', {
      with: { ...room.session('bob'), sessionId: old.sessionId },
      nonce: fresh,
      answered: () => ({ ...old, epoch: 3, nonce: 'n3' }),
    });
    expect(room.complaints).toEqual(said('a session id that was not that of epoch 2'));
  });

  it('P16: INV-NONCE bites when a resume changes the session id', () => {
    const room = lobby(nonce, 'ann bob');
    room.returns('bob', { answered: but({ sessionId: 'another' }) });
    expect(room.complaints).toEqual(said('was answered another one'));
  });

  it('P16: INV-NONCE bites when an epoch is given the nonce of the one before', () => {
    const room = lobby(nonce, 'ann bob');
    room.returns('bob', { answered: but({ nonce: room.session('bob').nonce }) });
    expect(room.complaints).toEqual(said('not given the one nonce that is its own'));
  });

  it.each(['nonce_used', 'wrong_nonce', 'unknown_session', 'not_member'] as const)(
    'P16: INV-NONCE bites when what is right is refused as %s',
    (code) => {
      const room = lobby(nonce, 'ann bob');
      room.returns('bob', { answered: refusing(code) });
      // The driver has committed it all the same: a nonce that is used by then is refused rightly.
      expect(room.complaints).toEqual([]);
      const { generation, sessionId, nonce: fresh } = room.session('ann');
      const request = {
        kind: 'resume',
        generation,
        sessionId,
        nonce: fresh,
        cursor: null,
      } as const;
      const frame = room.sends('ann', request);
      room.answers(room.link('ann'), frame.requestId, { kind: 'refused', code, generation: null });
      expect(room.complaints).toEqual(said('current all the time'));
    },
  );
});
