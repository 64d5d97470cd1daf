import { describe, expect, it } from 'vitest';
import { CODE } from '../../src/core/room-driver.test-suite.ts';
import { publicEvent } from '../../src/core/view.ts';
import { CANARY } from '../systems/canary.ts';
import { secrets } from './secrets.ts';
import { token } from './token.ts';
import { but, lobby } from './watched-lobby.test-suite.ts';
import { changing } from './watch-harness.test-suite.ts';

const said = (text: string): unknown => [expect.stringContaining(text)];
const SECRET = `x${CANARY}0123`;

describe('P19: INV-SECRETS', () => {
  it('P19: INV-SECRETS bites when an event is committed with a secret in it', () => {
    const room = lobby(secrets, 'ann');
    room.tampering(changing('member.joined', { session: SECRET })).joins('bob');
    room
      .tampering(
        changing('member.resumed', { attachment: { connectionId: SECRET, instanceId: 'i' } }),
      )
      .returns('bob');
    expect(room.complaints).toEqual([
      expect.stringContaining('with a secret in session'),
      expect.stringContaining('with a secret in attachment.connectionId'),
    ]);
  });

  it('P19: INV-SECRETS bites when a frame or a publication carries one', () => {
    const room = lobby(secrets, 'ann bob');
    room.feeds('ann', 3, { memberId: SECRET });
    room.feeds('ann', 3, { extra: room.session('bob').sessionId });
    const [event] = room.events.map(publicEvent);
    if (event === undefined) throw new Error('no event');
    room.monitor.published('bus', { idempotencyKey: SECRET, code: CODE, event }, 'worker-1');
    expect(room.complaints).toEqual([
      expect.stringContaining('ann was sent event 3'),
      expect.stringContaining('with a secret in event.extra'),
      expect.stringContaining('with a secret in its key'),
    ]);
  });

  it('P19: INV-SECRETS knows the secrets of a system that marks none', () => {
    const room = lobby(secrets, 'ann bob');
    room.returns('bob', { answered: but({ sessionId: 'unmarked secret' }) });
    room.feeds('ann', 4, { memberId: 'unmarked secret' });
    expect(room.complaints).toEqual(said('ann was sent event 4'));
  });

  it('P19: INV-SECRETS bites when an answer carries a secret where none belongs, or that of another', () => {
    const room = lobby(secrets, 'ann bob');
    room.leaves('bob', { answered: but({ extra: SECRET }) });
    room.returns('ann', {
      answered: but({ sync: { kind: 'events', events: [{ memberId: SECRET }] } }),
    });
    room.returns('ann', { answered: but({ nonce: room.session('bob').nonce }) });
    expect(room.complaints).toEqual([
      expect.stringContaining('bob was answered done'),
      expect.stringContaining('has a secret in sync.events.0.memberId'),
      expect.stringContaining('ann was sent a secret of bob'),
    ]);
  });

  it('P19: INV-SECRETS bites when a line is logged with one, and does not repeat it', () => {
    const room = lobby(secrets, 'ann');
    room.monitor.logged('resumed ann');
    room.monitor.logged(`resumed ann with ${SECRET}`);
    expect(room.complaints).toEqual(said('a line was logged with a secret in it'));
    expect(room.complaints[0]).not.toContain('0123');
  });
});

describe('P19: INV-TOKEN', () => {
  it('P19: INV-TOKEN bites when a token goes where nobody asked', () => {
    const room = lobby(token, 'ann bob');
    const answer = room.session('bob');
    room.answers(room.link('ann'), 'never asked', answer);
    expect(room.complaints).toEqual(said('where it never asked never asked'));
  });

  it.each([0, 1, 2, 3, 4, 6])(
    'P19: INV-TOKEN bites when claim %i is not that of the answer',
    (claim) => {
      const room = lobby(token, 'ann bob');
      room.returns('bob', {
        answered: (answer) => {
          if (answer.kind !== 'session') return answer;
          const claims = answer.token.split('|').with(claim, 'other');
          return { ...answer, token: claims.join('|') };
        },
      });
      expect(room.complaints).toEqual(said('the token of bob for epoch 2 has another'));
    },
  );

  it('P19: INV-TOKEN bites when a token is given out once more for something else', () => {
    const room = lobby(token, 'ann bob');
    room.joins('ann', { answered: but({ token: 'opaque' }) });
    room.joins('bob', { answered: but({ token: 'opaque' }) });
    expect(room.complaints).toEqual(said('had been given to ann for epoch 2 of generation 1'));
  });

  it('P19: INV-TOKEN bites when an attach is accepted with a token of an earlier epoch', () => {
    const room = lobby(token, 'ann bob');
    const old = room.session('bob');
    const { generation, sessionId, nonce } = old;
    room.sends('bob', { kind: 'resume', generation, sessionId, nonce, cursor: null }, { id: 'r' });
    room.resume('bob', { on: null });
    const now = { ...old, epoch: 2, nonce: 'n2', token: 'second token' };
    room.answers(room.link('bob'), 'r', now);
    room.attaches('bob', { ...now, token: old.token }, { id: 'a', answered: () => now });
    expect(room.complaints).toEqual(
      said('attached epoch 2 with a token that it was not given for that'),
    );
    room.attaches('bob', now, { id: 'b', answered: () => now });
    expect(room.complaints).toHaveLength(1);
  });
});
