import { describe, expect, it } from 'vitest';
import { memberId } from '../../src/core/ids.ts';
import { publicEvent, viewOf } from '../../src/core/view.ts';
import type { Publication } from '../system-under-test.ts';
import { INVARIANTS } from './all.ts';
import { CODE } from '../../src/core/room-driver.test-suite.ts';
import { lobby, type WatchedLobby } from './watched-lobby.test-suite.ts';

/** All but the one for which a test would have to arm timers by itself. */
const WATCHED = INVARIANTS.filter(({ id }) => id !== 'INV-ARMED-TIMERS');

function publish(room: WatchedLobby): void {
  for (const event of room.events) {
    const idempotencyKey = `${CODE}:${event.generation}:${event.sequence}`;
    const publication: Publication = { idempotencyKey, code: CODE, event: publicEvent(event) };
    room.monitor.published('bus', publication, 'worker-1');
  }
  const { generation, revision: through } = room.room;
  room.monitor.acknowledged({ target: 'bus', code: CODE, generation, through, lapsed: false });
}

describe('P14, P15, P20: every invariant, over legal traffic', () => {
  it('P15, P16: sessions come, go, are repeated and refused, and nothing is said', () => {
    const room = lobby(WATCHED, 'ann bob cat');
    room.pass(1).disconnect('bob');
    const forged = room.returns('bob', { nonce: `${room.session('bob').nonce}0` });
    expect(forged).toMatchObject({ kind: 'refused', code: 'wrong_nonce' });
    const old = room.session('bob');
    room.returns('bob', { id: 'again' });
    room.returns('bob', { id: 'again', with: old });
    expect(room.returns('bob', { with: old })).toMatchObject({ code: 'nonce_used' });
    room.joins('bob');
    room.joins('cat', { id: 'twice' });
    room.joins('cat', { id: 'twice' });
    room.returns('cat', { cursor: null });
    room.backfills('cat', 3);
    expect(room.backfills('cat', 99)).toMatchObject({ code: 'invalid_cursor' });
    expect(room.complaints).toEqual([]);
  });

  it('P14, P17: hosts command, members leave and come anew, and nothing is said', () => {
    const room = lobby(WATCHED, 'ann bob cat');
    room.rates('ann', 'cat', false, { id: 'rate' });
    room.rates('ann', 'cat', false, { id: 'rate' });
    room.transfers('ann', 'bob');
    expect(room.transfers('ann', 'ann')).toMatchObject({ code: 'not_host' });
    room.leaves('bob');
    room.joins('bob');
    room.removes('ann', 'cat', { hostTerm: room.room.hostTerm });
    expect(room.joins('cat')).toMatchObject({ code: 'removed' });
    room.steps.push({ atMs: 0, who: 'operator', room: CODE, does: { kind: 'end' } });
    room.pass(1).disconnect('ann');
    room.end(room.operator());
    room.pass(1).opens('cat');
    room.joins('ann');
    room.disconnect('cat');
    room.passLease().promote();
    room.returns('cat', { cursor: 1 });
    expect(room.transfers('cat', 'ann', { hostTerm: 1 })).toMatchObject({ code: 'not_host' });
    room.ends('ann');
    expect(room.complaints).toEqual([]);
  });

  it('P21, P24, P25: what is committed is published, fed and shown, and nothing is said', () => {
    const room = lobby(WATCHED, 'ann bob');
    const ann = memberId('ann');
    room.feeds('ann', 3);
    const before = viewOf(room.room);
    room.frame(room.link('ann'), { kind: 'pulse', generation: 1, revision: 3 });
    room.returns('ann', { cursor: null });
    room.monitor.viewed(ann, 7, null, viewOf(room.room));
    room.disconnect('bob');
    room.feeds('ann', room.room.revision);
    room.monitor.viewed(ann, 7, before, viewOf(room.room));
    publish(room);
    publish(room);
    room.tabs = [
      room.page('ann', { tab: 7 }),
      room.page('bob', {
        status: 'superseded',
        connectionId: null,
        transportOpen: false,
        wants: 'away',
      }),
    ];
    expect(room.monitor.unsettled()).toEqual([]);
    room.monitor.ended();
    expect(room.complaints).toEqual([]);
  });
});
