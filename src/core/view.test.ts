/** P19, P24: what members see. */
import { describe, expect, it } from 'vitest';
import { RoomDriver } from './room-driver.test-suite.ts';
import { applyToView, publicEvent, type RoomView, viewOf } from './view.ts';

/** Every kind of event of this generation, once at least. */
function eventful(): RoomDriver {
  const room = RoomDriver.of('ann bob cat dan');
  room.disconnect('bob');
  room.resume('bob', { on: null });
  room.attach('bob');
  room.setEligible('cat', false);
  room.disconnect('ann');
  room.pass(5).resume('ann');
  room.remove('dan');
  room.transfer('bob');
  room.leave('cat');
  room.end();
  return room;
}

describe('P24: a view is derived from events only', () => {
  it('P24: after every event it is the view of the room at that sequence', () => {
    const room = RoomDriver.of('ann bob');
    let view: RoomView | null = null;
    for (const event of room.events) view = applyToView(view, publicEvent(event));
    expect(view).toEqual(viewOf(room.room));
    expect(view).toEqual({
      generation: 1,
      sequence: 3,
      host: 'ann',
      hostTerm: 1,
      leaseUntil: null,
      members: [
        { memberId: 'ann', joinedAt: 1_000, eligible: true, connected: true, seatUntil: null },
        { memberId: 'bob', joinedAt: 1_001, eligible: true, connected: true, seatUntil: null },
      ],
      closed: null,
    });
  });

  it('P24: it holds over every kind of event', () => {
    const { events, room } = eventful();
    const seen = events.map(publicEvent);
    expect(new Set(seen.map((event) => event.kind)).size).toBe(11);
    expect(seen.reduce<RoomView | null>(applyToView, null)).toEqual(viewOf(room));
  });

  it('P24: an event before any view is an error of the caller', () => {
    const second = eventful().events[1];
    if (second === undefined) throw new Error('no second event');
    expect(() => applyToView(null, publicEvent(second))).toThrow('before any view');
  });
});

describe('P19: what members must not see', () => {
  it('P19: no transport, instance, session, epoch or request id is in a public event', () => {
    const text = JSON.stringify(eventful().events.map(publicEvent));
    expect(text).not.toMatch(/attachment|connectionId|instanceId|session"|epoch|request-|east/);
  });

  it('P19: nor in a snapshot', () => {
    const text = JSON.stringify(viewOf(RoomDriver.of('ann bob').room));
    expect(text).not.toMatch(/attachment|connectionId|instanceId|session|epoch|request-|east/);
  });
});
