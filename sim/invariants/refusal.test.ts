import { describe, expect, it } from 'vitest';
import { refusal } from './refusal.ts';
import { lobby, refusing } from './watched-lobby.test-suite.ts';
import { changing } from './watch-harness.test-suite.ts';

const said = (text: string): unknown => [expect.stringContaining(text)];

describe('P15: INV-REFUSAL', () => {
  it('P15: INV-REFUSAL bites when a forged resume raises the epoch', () => {
    const room = lobby(refusal, 'ann bob');
    room.sends('bob', {
      kind: 'resume',
      generation: 1,
      sessionId: room.session('bob').sessionId,
      nonce: 'forged',
      cursor: null,
    });
    room.resume('bob');
    expect(room.complaints).toEqual(said('bob made no request'));
  });

  it('P15: INV-REFUSAL bites when a resume of another generation takes effect', () => {
    const room = lobby(refusal, 'ann bob');
    const { sessionId, nonce } = room.session('bob');
    room.sends('bob', { kind: 'resume', generation: 9, sessionId, nonce, cursor: null });
    room.resume('bob', { on: null });
    expect(room.complaints).toEqual(said('gave bob epoch 2'));
  });

  it('P15: INV-REFUSAL bites when a member is seated by a join that it never asked for', () => {
    const room = lobby(refusal, 'ann');
    room.join('bob');
    expect(room.complaints).toEqual(said('member.joined at sequence 3 gave bob epoch 1'));
  });

  it('P15: INV-REFUSAL bites when another connection is attached than the one that asked', () => {
    const room = lobby(refusal, 'ann bob');
    const attachment = { connectionId: 'elsewhere', instanceId: 'east' };
    room.tampering(changing('member.resumed', { attachment })).returns('bob');
    expect(room.complaints).toEqual(said('made no request on connection elsewhere'));
  });

  it('P16: INV-REFUSAL bites when an epoch is attached that nobody asked to attach', () => {
    const room = lobby(refusal, 'ann bob');
    const { generation, sessionId, nonce } = room.session('bob');
    room.sends('bob', { kind: 'resume', generation, sessionId, nonce, cursor: null });
    room.resume('bob', { on: null });
    expect(room.complaints).toEqual([]);
    room.attach('bob');
    expect(room.complaints).toEqual(said('gave bob epoch 2'));
  });

  it('P15: INV-REFUSAL bites when a member leaves by a leave of an earlier epoch', () => {
    const room = lobby(refusal, 'ann bob');
    const { generation, epoch } = room.session('bob');
    room.returns('bob');
    room.sends('bob', { kind: 'leave', generation, epoch });
    room.leave('bob');
    expect(room.complaints).toEqual(said('never asked to with its epoch 2'));
  });

  it('P15: INV-REFUSAL bites when a join is refused that has attached its connection', () => {
    const room = lobby(refusal, 'ann');
    room.joins('bob', { answered: refusing('unavailable') });
    expect(room.complaints).toEqual([]);
    room.joins('cat', { answered: refusing('void_instance') });
    expect(room.complaints).toEqual(
      said('was refused as void_instance, but it has attached connection'),
    );
  });
});
