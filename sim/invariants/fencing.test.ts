import { describe, expect, it } from 'vitest';
import { fencing } from './fencing.ts';
import { but, lobby, refusing } from './watched-lobby.test-suite.ts';
import { changing } from './watch-harness.test-suite.ts';

const said = (text: string): unknown => [expect.stringContaining(text)];

describe('P15, P18: INV-FENCING', () => {
  it('P15: INV-FENCING bites when a command of an earlier epoch is accepted', () => {
    const room = lobby(fencing, 'ann bob');
    const old = room.session('bob');
    room.returns('bob');
    const request = { kind: 'leave', generation: 1, epoch: old.epoch } as const;
    room.asks('bob', request, { answered: () => ({ kind: 'done', generation: 1, revision: 4 }) });
    expect(room.complaints).toEqual(said('since it was asked they were never the committed ones'));
  });

  it('P15: INV-FENCING lets a command pass whose epoch was current when it was asked', () => {
    const room = lobby(fencing, 'ann bob');
    const { epoch, generation } = room.session('bob');
    const frame = room.sends('bob', { kind: 'backfill', generation, epoch, cursor: 3 });
    const link = room.link('bob');
    room.returns('bob');
    const sync = { kind: 'events', events: [] } as const;
    room.answers(link, frame.requestId, { kind: 'backfill', generation, throughSequence: 3, sync });
    expect(room.complaints).toEqual([]);
  });

  it('P15: INV-FENCING bites when a generation that never was is accepted', () => {
    const room = lobby(fencing, 'ann bob');
    const request = { kind: 'leave', generation: 9, epoch: 1 } as const;
    room.asks('bob', request, { answered: () => ({ kind: 'done', generation: 9, revision: 3 }) });
    expect(room.complaints).toEqual(said('these were never committed for it'));
  });

  it('P15: INV-FENCING bites when a request is answered with what was committed before it', () => {
    const room = lobby(fencing, 'ann bob');
    const first = room.session('bob');
    room.returns('bob', { answered: but({ epoch: first.epoch }) });
    expect(room.complaints).toEqual(said('was committed before it was asked'));
  });

  it('P18: INV-FENCING bites when a resume for an earlier generation enters the present one', () => {
    const room = lobby(fencing, 'ann bob');
    const old = room.session('bob');
    room.ends('ann');
    room.opens('ann');
    const now = room.session('ann');
    room.returns('bob', { with: old, answered: () => now });
    expect(room.complaints).toEqual(said('for generation 1 was accepted in generation 2'));
  });

  it.each(['stale_epoch', 'stale_generation', 'unknown_room'] as const)(
    'P15: INV-FENCING bites when a right command is refused as %s',
    (code) => {
      const room = lobby(fencing, 'ann bob');
      room.backfills('bob', 3, { answered: refusing(code) });
      expect(room.complaints).toEqual(said(`was refused as ${code}`));
    },
  );

  it('P18: INV-FENCING bites when an open of a code without a live room is refused as room_exists', () => {
    const room = lobby(fencing, 'ann bob');
    room.ends('ann');
    const frame = room.sends('ann', { kind: 'open', lastGeneration: 1 });
    room.answers(room.link('ann'), frame.requestId, {
      kind: 'refused',
      code: 'room_exists',
      generation: null,
    });
    expect(room.complaints).toEqual(said('no generation was live since it was asked'));
  });

  it.each([
    [1, 'it stood at 1'],
    [3, 'a resume raises it by exactly one'],
  ])('P16: INV-FENCING bites when a resume makes the epoch %i', (epoch, message) => {
    const room = lobby(fencing, 'ann bob');
    room.disconnect('bob');
    room.tampering(changing('member.resumed', { epoch }));
    room.resume('bob');
    const other = epoch === 1 ? 'has already been attached' : message;
    expect(room.complaints).toEqual(said(other));
  });

  it('P16: INV-FENCING bites when an epoch repeats after leaving and rejoining', () => {
    const room = lobby(fencing, 'ann bob');
    room.leaves('bob');
    room
      .tampering(changing('member.joined', { epoch: 1 }))
      .joins('bob', { answered: but({ epoch: 1 }) });
    expect(room.complaints).toEqual([
      expect.stringContaining('1 was already used: no epoch repeats'),
    ]);
  });

  it('P16: INV-FENCING bites when an epoch is attached a second time', () => {
    const room = lobby(fencing, 'ann bob');
    room.returns('bob', { on: 'c1' });
    room.disconnect('bob');
    room.tampering(changing('member.resumed', { epoch: 2 })).resume('bob');
    expect(room.complaints).toEqual(said('an epoch is attached once'));
  });

  it('P18: INV-FENCING bites when a code is opened by one who knows another last generation', () => {
    const room = lobby(fencing, 'ann bob');
    room.ends('ann');
    const frame = room.sends('ann', { kind: 'open', lastGeneration: 0 });
    room.tampering(changing('member.joined', { session: frame.requestId })).open('ann');
    expect(room.complaints).toEqual(said('who named 0 as the last generation; it was 1'));
  });

  it('P18: INV-FENCING bites when a generation is opened over a live one, or its number used again', () => {
    const room = lobby(fencing, 'ann bob');
    const { room: state, now: at } = room;
    const opened = room.events.slice(0, 1);
    const over = (generation: number): void =>
      room.see({
        code: state.code,
        before: state,
        after: { ...state, generation, revision: 1 },
        events: opened.map((event) => ({ ...event, generation })),
        at,
      });
    over(2);
    expect(room.complaints).toEqual(said('was opened over generation 1, which is live'));
    over(1);
    expect(room.complaints.at(-1)).toContain('that number was already used');
  });
});
