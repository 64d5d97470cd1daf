import { describe, expect, it } from 'vitest';
import { connectionId, instanceId, memberId, requestId } from '../../src/core/ids.ts';
import { rejoin } from './rejoin.ts';
import { but, lobby, refusing } from './watched-lobby.test-suite.ts';
import { adding, changing, leaving } from './watch-harness.test-suite.ts';

const said = (text: string): unknown => [expect.stringContaining(text)];

describe('P17: INV-REJOIN', () => {
  it('P17: INV-REJOIN bites when a join of a seated member changes its joinedAt', () => {
    const room = lobby(rejoin, 'ann bob');
    const members = room.room.members.map((member) => ({ ...member, joinedAt: room.now }));
    room.pass(1).tampering(leaving({ members })).joins('ann');
    expect(room.complaints).toEqual(said('ann kept its seat, but joinedAt 1000 became 1001'));
  });

  it('P17: INV-REJOIN bites when a seated member loses its place', () => {
    const room = lobby(rejoin, 'ann bob cat');
    const members = room.room.members.toReversed();
    room.tampering(leaving({ members })).joins('cat');
    expect(room.complaints).toEqual(said('bob kept its seat, but lost its place in the order'));
  });

  it('P17: INV-REJOIN bites when a seated member is seated once more', () => {
    const room = lobby(rejoin, 'ann bob');
    room.tampering(changing('member.resumed', { kind: 'member.joined' })).joins('bob');
    expect(room.complaints).toContainEqual(
      expect.stringContaining('bob had a seat, but was given another one'),
    );
  });

  it('P17: INV-REJOIN bites when a removed member comes back', () => {
    const room = lobby(rejoin, 'ann bob cat');
    room.removes('ann', 'cat');
    const attachment = { connectionId: connectionId('c'), instanceId: instanceId('east') };
    const session = requestId('any');
    const cat = { memberId: memberId('cat'), epoch: 2, session, attachment };
    room.tampering(adding([{ kind: 'member.resumed', ...cat }]));
    room.returns('bob');
    expect(room.complaints).toContainEqual(
      expect.stringContaining(
        'cat was removed at sequence 5, but there is a member.resumed of it at 7',
      ),
    );
  });

  it('P17: INV-REJOIN bites when a removed member is answered a session', () => {
    const room = lobby(rejoin, 'ann bob cat');
    const cat = room.session('cat');
    room.removes('ann', 'cat');
    room.joins('cat', { answered: () => ({ ...cat, throughSequence: 5 }) });
    expect(room.complaints).toContainEqual(
      expect.stringContaining(
        'cat was removed at sequence 5, but was answered a session through 5',
      ),
    );
  });

  it('P17: INV-REJOIN bites when a join gives the seat its old session again', () => {
    const room = lobby(rejoin, 'ann bob');
    const { session } = room.member('bob');
    const { sessionId } = room.session('bob');
    room
      .tampering(changing('member.resumed', { session }))
      .joins('bob', { answered: but({ sessionId }) });
    expect(room.complaints).toEqual(said('began no new session'));
    room.joins('ann', { answered: but({ sessionId: room.session('ann').sessionId }) });
    expect(room.complaints.at(-1)).toContain(
      'was answered a session id that ann was given for epoch 1',
    );
  });

  it('P17: INV-REJOIN bites when one that nobody removed is refused as removed', () => {
    const room = lobby(rejoin, 'ann bob');
    room.joins('bob', { answered: refusing('removed') });
    expect(room.complaints).toEqual(said('but nobody has removed it'));
  });

  it('P17: INV-REJOIN bites when a seat says another joinedAt than its join', () => {
    const room = lobby(rejoin, 'ann');
    room
      .pass(5)
      .tampering(changing('member.joined', { at: 1_000 }))
      .joins('bob');
    expect(room.complaints).toEqual(said('bob joined at 1000, but its seat says 1005'));
  });
});
