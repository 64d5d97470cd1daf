/** P25: nothing stays armed that the state does not call for, and nothing is missed. */
import { describe, expect, it } from 'vitest';
import { wakeAt } from './due.ts';
import { RoomDriver } from './room-driver.test-suite.ts';

describe('P25: when a room must be looked at', () => {
  it('P25: not while everybody is connected', () => {
    expect(wakeAt(RoomDriver.of('ann bob').room)).toBeNull();
  });

  it('P11: at the end of the first seat that can expire', () => {
    const room = RoomDriver.of('ann bob cat');
    room.disconnect('cat');
    const first = room.now + 120;
    room.pass(10).disconnect('bob');
    expect(wakeAt(room.room)).toBe(first);
    room.resume('cat');
    expect(wakeAt(room.room)).toBe(room.now + 120);
  });

  it('P25: at the lease deadline, if somebody can take over; not once the host is back', () => {
    const room = RoomDriver.of('ann bob');
    room.disconnect('ann');
    expect(wakeAt(room.room)).toBe(room.now + 30);
    room.resume('ann');
    expect(wakeAt(room.room)).toBeNull();
  });

  it('P9: an expired lease without a successor arms nothing while somebody is connected', () => {
    const room = RoomDriver.of('ann bob');
    room.setEligible('bob', false);
    room.disconnect('ann');
    expect(wakeAt(room.room)).toBeNull();
  });

  it('P9: nobody connected, hold: idleMs after the lease', () => {
    const room = RoomDriver.of('ann bob');
    room.disconnect('ann');
    room.pass(10).disconnect('bob');
    expect(wakeAt(room.room)).toBe(room.now + 120);
    room.pass(120).expireSeats();
    expect(wakeAt(room.room)).toBe((room.room.leaseUntil ?? 0) + 1_000);
  });

  it('P9: nobody connected, hold, the lease over before: idleMs after the last absence', () => {
    const room = RoomDriver.of('ann bob');
    room.setEligible('bob', false);
    room.disconnect('ann');
    room.passLease(70).disconnect('bob');
    const emptied = room.now;
    room.pass(120).expireSeats();
    expect(wakeAt(room.room)).toBe(emptied + 1_000);
  });

  it('P9: nobody connected, close: at the end of the lease', () => {
    const room = RoomDriver.of('ann', { emptyRoom: 'close' });
    room.disconnect('ann');
    expect(wakeAt(room.room)).toBe(room.room.leaseUntil);
  });

  it('P9: a room without host: not while somebody is connected, else after idleMs', () => {
    const room = RoomDriver.of('ann bob');
    room.setEligible('bob', false);
    room.leave('ann');
    expect(wakeAt(room.room)).toBeNull();
    room.pass(10).disconnect('bob');
    expect(wakeAt(room.room)).toBe(room.now + 120);
    room.pass(120).expireSeats();
    expect(room.room.closed).toBe('abandoned');
  });

  it('P12: a closing that waits for a live heartbeat stays armed, in the past', () => {
    const room = RoomDriver.of('ann bob', { emptyRoom: 'close' });
    room.setEligible('bob', false);
    room.leave('ann');
    room.lose('east', 'west').disconnect('bob');
    expect(room.room.closed).toBeNull();
    expect(wakeAt(room.pass(500).room)).toBe(room.now - 500);
  });

  it('P9: nothing is armed in a closed room', () => {
    const room = RoomDriver.of('ann bob');
    room.disconnect('ann');
    room.end(room.operator());
    expect(wakeAt(room.room)).toBeNull();
  });

  it('P25: a renewed session leaves the deadline as it is', () => {
    const room = RoomDriver.of('ann bob');
    room.disconnect('ann');
    const armed = wakeAt(room.room);
    room.pass(10).resume('ann', { on: null });
    expect(wakeAt(room.room)).toBe(armed);
  });
});
