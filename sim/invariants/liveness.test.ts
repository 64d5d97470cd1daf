import { describe, expect, it } from 'vitest';
import { after } from '../../src/core/ids.ts';
import { viewOf } from '../../src/core/view.ts';
import { armedTimers } from './armed-timers.ts';
import { convergence } from './convergence.ts';
import { handoffDue } from './handoff-due.ts';
import { lockedOut } from './locked-out.ts';
import { presence } from './presence.ts';
import { superseded } from './superseded.ts';
import { lobby, refusing, type WatchedLobby } from './watched-lobby.test-suite.ts';
import { leaving, watched, type WatchedRoom } from './watch-harness.test-suite.ts';

const said = (text: string): unknown => [expect.stringContaining(text)];
const unsettled = (room: WatchedRoom): readonly string[] =>
  room.monitor.unsettled().map(({ message }) => message);

describe('P16, P25: INV-SUPERSEDED', () => {
  it('P16: INV-SUPERSEDED waits until a replaced connection is closed', () => {
    const room = lobby(superseded, 'ann bob');
    const old = room.link('bob');
    room.returns('bob');
    room.tabs = [room.page('bob', { connectionId: old.connectionId })];
    expect(unsettled(room)).toEqual(said(`${old.connectionId} of bob has been replaced`));
    room.monitor.closedByServer(old, 'superseded');
    expect(unsettled(room)).toEqual([]);
    expect(room.complaints).toEqual([]);
  });

  it('P16: INV-SUPERSEDED lets a replaced connection stay that has been attached again since', () => {
    const room = lobby(superseded, 'ann bob');
    const old = room.link('bob');
    room.returns('bob');
    room.returns('bob', { on: old.connectionId });
    room.tabs = [room.page('bob', { connectionId: old.connectionId })];
    expect(unsettled(room)).toEqual([]);
  });

  it('P16: INV-SUPERSEDED bites when a connection is closed as superseded that nothing has replaced', () => {
    const room = lobby(superseded, 'ann bob');
    room.monitor.closedByServer(room.link('bob'), 'superseded');
    expect(room.complaints).toEqual(said('nothing has replaced its epoch 1'));
    room.returns('bob', { on: room.link('bob').connectionId });
    room.monitor.closedByServer(room.link('bob'), 'superseded');
    expect(room.complaints).toHaveLength(2);
    room.monitor.closedByServer(room.link('bob', 'never'), 'superseded');
    expect(room.complaints.at(-1)).toContain('it was never attached');
  });

  it('P16: INV-SUPERSEDED bites when two tabs evict each other for ever', () => {
    const room = lobby(superseded, 'ann bob');
    // The fourth takeover is its doing, and begins the count anew.
    room.steps.push({ atMs: 1_005, who: 'member', member: 'bob', does: 'second-tab' });
    for (let takeover = 1; takeover <= 11; takeover++) room.pass(1).returns('bob');
    expect(room.complaints).toEqual([]);
    room.pass(1).returns('bob');
    expect(room.complaints).toEqual(said('have replaced each other 9 times in a row'));
  });
});

describe('P24, P25: INV-CONVERGENCE', () => {
  it('P25: INV-CONVERGENCE waits for every page on an open transport', () => {
    const room = lobby(convergence, 'ann bob');
    const view = viewOf(room.room);
    room.disconnect('bob');
    room.tabs = [room.page('ann', { view }), room.page('bob', { view, transportOpen: false })];
    expect(unsettled(room)).toEqual(
      said('page 1 of ann shows room GAME at 1:3, but 1:4 is committed'),
    );
    room.tabs = [room.page('ann')];
    expect(unsettled(room)).toEqual([]);
    room.tabs = [room.page('ann', { view: null })];
    expect(unsettled(room)).toHaveLength(1);
  });
});

describe('P5, P12, P25: INV-PRESENCE', () => {
  const pages = (room: WatchedLobby): void => {
    room.tabs = [room.page('ann'), room.page('bob', { tab: 2 })];
  };

  it('P25: INV-PRESENCE is content with exactly the open transports', () => {
    const room = lobby(presence, 'ann bob');
    pages(room);
    expect(unsettled(room)).toEqual([]);
  });

  it('P25: INV-PRESENCE waits while a member is absent, or gone, on an open transport', () => {
    const room = lobby(presence, 'ann bob');
    pages(room);
    room.disconnect('bob');
    expect(unsettled(room)).toEqual(said('but bob is absent'));
    room.leave('bob');
    expect(unsettled(room)).toEqual(said('but bob has no seat'));
  });

  it('P25: INV-PRESENCE waits while a page is on another connection or in another epoch', () => {
    const room = lobby(presence, 'ann bob');
    pages(room);
    room.resume('bob');
    expect(unsettled(room)).toEqual(said('but bob is connected through'));
    room.tabs = [room.page('ann', { epoch: 7 })];
    expect(unsettled(room)).toEqual(said('with epoch 7, but 1 is committed'));
  });

  it('P12: INV-PRESENCE waits while there is a ghost', () => {
    const room = lobby(presence, 'ann bob');
    room.tabs = [room.page('ann'), room.page('bob', { transportOpen: false })];
    expect(unsettled(room)).toEqual(said('which is no open transport of a page'));
  });
});

describe('P17, P25: INV-LOCKED-OUT', () => {
  it.each([
    ['joining', 'in', true],
    ['connecting', 'in', true],
    ['offline', 'in', true],
    ['over', 'in', true],
    ['superseded', 'in', false],
    ['idle', 'in', false],
    ['joining', 'away', false],
    ['over', 'out', false],
  ] as const)(
    'P25: INV-LOCKED-OUT: an absent member whose page is %s and who wants %s: %s',
    (status, wants, waits) => {
      const room = lobby(lockedOut, 'ann bob');
      room.tabs = [room.page('bob', { status, wants })];
      expect(unsettled(room)).toEqual([]);
      room.disconnect('bob');
      expect(unsettled(room)).toHaveLength(waits ? 1 : 0);
    },
  );

  it('P25: INV-LOCKED-OUT takes an older page that is offline for one that its owner keeps so', () => {
    const room = lobby(lockedOut, 'ann bob');
    room.disconnect('bob');
    const newest = room.page('bob', { tab: 2, status: 'superseded' });
    room.tabs = [room.page('bob', { status: 'offline' }), newest];
    expect(unsettled(room)).toEqual([]);
  });

  it('P17: INV-LOCKED-OUT lets a removed member go, and one that was told that the room is closed', () => {
    const room = lobby(lockedOut, 'ann bob cat');
    room.tabs = [room.page('cat', { status: 'joining' })];
    room.removes('ann', 'cat');
    expect(unsettled(room)).toEqual([]);
    room.disconnect('bob');
    room.tabs = [room.page('bob', { status: 'over' })];
    expect(unsettled(room)).toHaveLength(1);
    room.joins('bob', { answered: refusing('room_closed') });
    room.disconnect('bob');
    expect(unsettled(room)).toEqual([]);
    room.joins('bob');
    room.disconnect('bob');
    expect(unsettled(room)).toHaveLength(1);
    room.end();
    expect(unsettled(room)).toEqual([]);
  });
});

describe('P9, P10, P25: INV-HANDOFF-DUE', () => {
  it('P25: INV-HANDOFF-DUE waits when a lease is over for longer than the allowance', () => {
    const room = watched(handoffDue, 'ann bob');
    room.disconnect('ann');
    const { leaseUntil } = room.room;
    if (leaseUntil === null) throw new Error('no lease');
    room.clock = after(leaseUntil, 1_000);
    expect(unsettled(room)).toEqual([]);
    room.clock = after(leaseUntil, 1_001);
    expect(unsettled(room)).toEqual(said('keeps its absent host ann'));
    room.lose('east', 'west');
    expect(unsettled(room)).toEqual([]);
  });

  it.each([
    ['close', 30],
    ['hold', 1_030],
  ] as const)(
    'P9: INV-HANDOFF-DUE waits when a room under %s has not closed',
    (emptyRoom, dueMs) => {
      const room = watched(handoffDue, 'ann', { emptyRoom });
      room.disconnect('ann');
      room.clock = after(room.now, dueMs + 1_000);
      expect(unsettled(room)).toEqual([]);
      room.clock = after(room.now, dueMs + 1_001);
      expect(unsettled(room)).toEqual(said('was to close at'));
      room.now = room.clock;
      room.close();
      expect(unsettled(room)).toEqual([]);
    },
  );

  it('P9: INV-HANDOFF-DUE waits when a room has no host though somebody can be', () => {
    const room = watched(handoffDue, 'ann bob');
    room.tampering((commit) => ({ ...commit, events: commit.events.slice(0, 1) })).leave('ann');
    expect(unsettled(room)).toEqual(said('has no host, though bob is connected and eligible'));
  });
});

describe('P25: INV-ARMED-TIMERS', () => {
  it('P25: INV-ARMED-TIMERS bites when the lease of an absent host is not armed, or anything while it is there', () => {
    const room = watched(armedTimers, 'ann bob');
    expect(room.complaints).toEqual([]);
    room.timer = after(room.now, 30);
    room.disconnect('ann');
    expect(room.complaints).toEqual([]);
    room.resume('ann');
    expect(room.complaints).toEqual(said('calls for no timer, but a timer at 1031 is armed'));
    room.timer = null;
    room.disconnect('ann');
    expect(room.complaints.at(-1)).toContain('calls for a timer at 1031, but no timer is armed');
  });

  it.each([
    ['close', 30],
    ['hold', 1_030],
  ] as const)(
    'P9: INV-ARMED-TIMERS bites when the closing of a room under %s is not armed',
    (emptyRoom, ms) => {
      const room = watched(armedTimers, 'ann', { emptyRoom });
      room.timer = after(room.now, ms);
      room.disconnect('ann');
      expect(room.complaints).toEqual([]);
      room.pass(ms).close();
      expect(room.complaints).toEqual(said('calls for no timer'));
    },
  );

  it('P25: INV-ARMED-TIMERS looks at the events, not at what the store makes of them', () => {
    const room = watched(armedTimers, 'ann bob');
    room.timer = null;
    room.tampering(leaving({ leaseUntil: null })).disconnect('ann');
    expect(room.complaints).toHaveLength(1);
  });
});
