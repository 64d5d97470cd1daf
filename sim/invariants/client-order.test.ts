import { describe, expect, it } from 'vitest';
import { memberId } from '../../src/core/ids.ts';
import { type RoomView, viewOf } from '../../src/core/view.ts';
import { clientOrder } from './client-order.ts';
import { lobby, type WatchedLobby } from './watched-lobby.test-suite.ts';

const said = (text: string): unknown => [expect.stringContaining(text)];
const ANN = memberId('ann');

/** A room in which ann's page 1 shows what her first answer brought. */
function shown(): { readonly room: WatchedLobby; readonly view: RoomView } {
  const room = lobby(clientOrder, 'ann');
  const view = viewOf(room.room);
  room.monitor.viewed(ANN, 1, null, view);
  return { room, view };
}

function join(room: WatchedLobby, name: string): RoomView {
  room.joins(name);
  room.feeds('ann', room.room.revision);
  return viewOf(room.room);
}

describe('P24: INV-CLIENT-ORDER', () => {
  it('P24: INV-CLIENT-ORDER lets a page move event by event, by answers, and after discarding', () => {
    const { room, view } = shown();
    const next = join(room, 'bob');
    room.monitor.viewed(ANN, 1, view, next);
    join(room, 'cat');
    const last = join(room, 'dan');
    room.backfills('ann', next.sequence);
    room.monitor.viewed(ANN, 1, next, last);
    room.monitor.viewed(ANN, 1, last, null);
    room.backfills('ann', null);
    room.monitor.viewed(ANN, 1, null, last);
    room.ends('ann');
    room.opens('ann');
    room.monitor.viewed(ANN, 1, last, viewOf(room.room));
    expect(room.complaints).toEqual([]);
  });

  it('P24: INV-CLIENT-ORDER bites when a page takes a higher sequence, even if that changes nothing to see', () => {
    const { room, view } = shown();
    join(room, 'bob');
    room.monitor.viewed(ANN, 1, view, join(room, 'cat'));
    expect(room.complaints).toEqual(said('went from sequence 2 to 4 at a frame that is no answer'));
  });

  it('P24: INV-CLIENT-ORDER bites when a page goes back or stays', () => {
    const { room, view } = shown();
    const next = join(room, 'bob');
    room.monitor.viewed(ANN, 1, view, next);
    room.monitor.viewed(ANN, 1, next, { ...next });
    room.backfills('ann', null);
    room.monitor.viewed(ANN, 1, next, view);
    expect(room.complaints).toEqual([
      expect.stringContaining('went from sequence 3 to 3'),
      expect.stringContaining('went from sequence 3 to 2'),
    ]);
  });

  it('P24: INV-CLIENT-ORDER bites when a page returns to an earlier generation, also after discarding', () => {
    const { room, view } = shown();
    room.ends('ann');
    room.opens('ann');
    const next = viewOf(room.room);
    room.monitor.viewed(ANN, 1, view, next);
    room.monitor.viewed(ANN, 1, next, null);
    room.monitor.viewed(ANN, 1, null, view);
    expect(room.complaints).toEqual(said('went back from generation 2'));
  });

  it('P24: INV-CLIENT-ORDER bites when a page shows what is not the fold of the events', () => {
    const { room, view } = shown();
    const next = join(room, 'bob');
    room.monitor.viewed(ANN, 1, view, { ...next, host: memberId('bob') });
    expect(room.complaints).toEqual(said('at sequence 3 with host bob instead of ann'));
    room.monitor.viewed(ANN, 2, null, { ...next, sequence: 9 });
    expect(room.complaints.at(-1)).toContain('shows sequence 9');
  });

  it('P24: INV-CLIENT-ORDER bites when an event makes a view', () => {
    const { room } = shown();
    const next = join(room, 'bob');
    room.monitor.viewed(ANN, 3, null, next);
    expect(room.complaints).toEqual(said('without having got a snapshot'));
  });
});
