/** P23: backfill. */
import { describe, expect, it } from 'vitest';
import { sync } from './backfill.ts';
import { outcome, RoomDriver, sessionOf } from './room-driver.test-suite.ts';
import { viewOf } from './view.ts';

/** Five events: room.opened, three times member.joined, member.absent. */
function five(): RoomDriver {
  const room = RoomDriver.of('ann bob cat');
  room.disconnect('cat');
  return room;
}

const sequences = (room: RoomDriver, cursor: number | null): unknown => {
  const answer = sync(room.room, room.retained(), cursor);
  return answer?.kind === 'events' ? answer.events.map((event) => event.sequence) : answer?.kind;
};

describe('P23: backfill after a cursor', () => {
  it.each([
    [0, [1, 2, 3, 4, 5]],
    [3, [4, 5]],
    [4, [5]],
    [5, []],
  ])('P23: after %i of 5: %j', (cursor, expected) => {
    expect(sequences(five(), cursor)).toEqual(expected);
  });

  it('P23: a cursor of null asks for a snapshot', () => {
    const room = five();
    const snapshot = viewOf(room.room);
    expect(sync(room.room, room.retained(), null)).toEqual({ kind: 'snapshot', snapshot });
  });

  it.each([
    [1, 'snapshot'],
    [2, [3, 4, 5]],
    [5, []],
  ])('P23: with events 3 to 5 retained, after %i: %j', (cursor, expected) => {
    expect(sequences(five().forget(2), cursor)).toEqual(expected);
  });

  it.each([
    [4, 'snapshot'],
    [5, []],
  ])('P23: with nothing retained, after %i: %j', (cursor, expected) => {
    expect(sequences(five().forget(5), cursor)).toEqual(expected);
  });

  it.each([-1, 6, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'P23: %d is an invalid cursor',
    (cursor) => {
      const room = five();
      expect(sync(room.room, room.retained(), cursor)).toBeNull();
      expect(outcome(room.resume('bob', { cursor }))).toBe('invalid_cursor');
    },
  );
});

describe('P23: the backfill in an answer', () => {
  it('P23: goes on to the events of the commit itself', () => {
    const room = five();
    expect(sessionOf(room.resume('cat', { cursor: 3 })).sync).toMatchObject({
      kind: 'events',
      events: [{ sequence: 4 }, { sequence: 5 }, { sequence: 6, kind: 'member.resumed' }],
    });
  });

  it('P23: from the head, with nothing retained, is the events of the commit', () => {
    const room = five().forget(5);
    expect(sessionOf(room.resume('cat', { cursor: 5 })).sync).toMatchObject({
      kind: 'events',
      events: [{ sequence: 6 }],
    });
    expect(sessionOf(five().forget(5).resume('cat', { cursor: 4 })).sync.kind).toBe('snapshot');
  });

  it('P23: includes a handoff that stands before the resume', () => {
    const room = five();
    room.disconnect('ann');
    const answer = sessionOf(room.passLease().resume('cat', { cursor: 6 }));
    expect(answer).toMatchObject({ host: 'bob', hostTerm: 2, throughSequence: 8 });
    expect(answer.sync).toMatchObject({
      events: [
        { sequence: 7, kind: 'host.changed' },
        { sequence: 8, kind: 'member.resumed' },
      ],
    });
  });

  it('P23: a cursor ahead of the committed room is invalid, also when this commit would reach it', () => {
    const room = five();
    room.disconnect('ann');
    const before = room.passLease().room;
    expect(outcome(room.resume('cat', { cursor: 7 }))).toBe('invalid_cursor');
    expect(room.room).toBe(before);
  });

  it('P23: an attach is answered like a resume', () => {
    const room = five();
    room.resume('cat', { on: null });
    expect(sessionOf(room.attach('cat', { cursor: 5 })).sync).toMatchObject({
      events: [{ kind: 'session.renewed' }, { kind: 'member.resumed' }],
    });
  });
});
