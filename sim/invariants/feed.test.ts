import { describe, expect, it } from 'vitest';
import { connectionId, memberId, requestId } from '../../src/core/ids.ts';
import { publicEvent } from '../../src/core/view.ts';
import type { ServerFrame, SessionAnswer } from '../../src/ports/network.ts';
import { CODE } from '../../src/core/room-driver.test-suite.ts';
import { feed } from './feed.ts';
import { complaintsOverALegalLife, watched, type WatchedRoom } from './watch-harness.test-suite.ts';

const BOB = { connectionId: 'c9', member: 'bob', server: 'server-1' };

/** A room with six events; bob is the second to join. */
function fed(): WatchedRoom {
  const room = watched(feed, 'ann bob cat');
  room.disconnect('cat');
  room.leave('bob');
  return room;
}

const asks = (room: WatchedRoom): void =>
  room.monitor.requested(BOB, {
    kind: 'request',
    code: CODE,
    requestId: requestId('r'),
    request: { kind: 'join', generation: null },
  });

const answers = (room: WatchedRoom, throughSequence: number): void => {
  const answer: SessionAnswer = {
    kind: 'session',
    generation: 1,
    epoch: 1,
    connection: connectionId('c9'),
    role: 'member',
    host: memberId('ann'),
    hostTerm: 1,
    throughSequence,
    sync: { kind: 'events', events: [] },
    sessionId: 's',
    nonce: 'n',
    token: 't',
  };
  room.monitor.sent(BOB, { kind: 'reply', requestId: requestId('r'), answer });
};

function feeds(room: WatchedRoom, sequence: number): void {
  const event = room.events[sequence - 1];
  if (event === undefined) throw new Error(`there is no event ${sequence}`);
  const frame: ServerFrame = { kind: 'event', event: publicEvent(event) };
  room.monitor.sent(BOB, frame);
}

describe('P23: INV-FEED', () => {
  it('P23: INV-FEED says nothing of a legal life', () => {
    expect(complaintsOverALegalLife(feed)).toEqual([]);
  });

  it('P23: INV-FEED lets a feed pass that follows on its answer', () => {
    const room = fed();
    asks(room);
    answers(room, 3);
    for (const sequence of [4, 5, 6]) feeds(room, sequence);
    expect(room.complaints).toEqual([]);
  });

  it('P23: INV-FEED bites when an event is left out, or comes twice', () => {
    const room = fed();
    asks(room);
    answers(room, 3);
    for (const sequence of [5, 5]) feeds(room, sequence);
    expect(room.complaints).toEqual([
      expect.stringContaining('sequence 5, after generation 1, sequence 3: the feed has a gap'),
      expect.stringContaining('sequence 5, after generation 1, sequence 5: the feed has a gap'),
    ]);
  });

  it('P23: INV-FEED bites when somebody is fed who was not answered', () => {
    const room = fed();
    asks(room);
    feeds(room, 4);
    expect(room.complaints).toEqual([expect.stringContaining('that was never answered')]);
  });

  it('P23: INV-FEED bites when somebody is fed who has left', () => {
    const room = fed();
    asks(room);
    answers(room, 5);
    feeds(room, 6);
    room.setEligible('cat', false);
    feeds(room, 7);
    expect(room.complaints).toEqual([
      expect.stringContaining('after member.left had ended its session there'),
    ]);
  });

  it('P20: INV-FEED takes an answer that is given again for as old as it is', () => {
    const room = fed();
    asks(room);
    asks(room);
    answers(room, 3);
    feeds(room, 6);
    expect(room.complaints).toEqual([]);
  });
});
