/** Protocol §9: when two refusals apply, the one that is named first is the answer. */
import { describe, expect, it } from 'vitest';
import type { Decision } from './decide.ts';
import { outcome, RoomDriver } from './room-driver.test-suite.ts';

/** ann hosts in term 3, everybody is at a second epoch, bob was removed; a first generation lies behind. */
function worn(): RoomDriver {
  const room = RoomDriver.of('ann bob');
  room.end();
  room.open('ann');
  for (const name of ['bob', 'cat', 'dan']) room.pass(1).join(name);
  room.transfer('cat');
  room.transfer('ann');
  for (const name of ['ann', 'cat', 'dan']) room.resume(name);
  room.remove('bob');
  return room;
}

function closed(): RoomDriver {
  const room = worn();
  room.end();
  return room;
}

type Pair = readonly [first: string, second: string, (room: RoomDriver) => Decision];

const LIVE: readonly Pair[] = [
  ['stale_generation', 'removed', (room) => room.resume('bob', { generation: 1 })],
  ['stale_generation', 'removed', (room) => room.join('bob', { generation: 1 })],
  ['stale_generation', 'unknown_session', (room) => room.resume('eve', { generation: 1 })],
  ['stale_generation', 'stale_epoch', (room) => room.leave('cat', { generation: 1, epoch: 1 })],
  ['stale_generation', 'not_host', (room) => room.end(room.host({ name: 'cat', generation: 1 }))],
  ['stale_generation', 'stale_term', (room) => room.end(room.host({ generation: 1, hostTerm: 1 }))],
  ['stale_generation', 'stale_lease', (room) => room.promote({ generation: 1, host: 'dan' })],
  [
    'stale_generation',
    'invalid_cursor',
    (room) => room.attach('cat', { generation: 1, cursor: 99 }),
  ],
  ['stale_generation', 'void_instance', (room) => room.lose('east').join('eve', { generation: 1 })],
  ['room_exists', 'void_instance', (room) => room.lose('east').open('eve')],
  ['removed', 'unknown_session', (room) => room.resume('bob', { forged: 'session' })],
  ['removed', 'not_member', (room) => room.resume('bob', { sessionOf: 'cat' })],
  ['removed', 'wrong_nonce', (room) => room.resume('bob', { forged: 'nonce' })],
  ['removed', 'nonce_used', (room) => room.resume('bob', { epoch: 0 })],
  ['removed', 'stale_epoch', (room) => room.leave('bob', { epoch: 9 })],
  ['removed', 'not_host', (room) => room.end(room.host({ name: 'bob' }))],
  ['removed', 'invalid_cursor', (room) => room.attach('bob', { cursor: 99 })],
  ['removed', 'void_instance', (room) => room.lose('east').join('bob')],
  ['unknown_session', 'wrong_nonce', (room) => room.resume('eve', { forged: 'nonce' })],
  ['unknown_session', 'invalid_cursor', (room) => room.resume('eve', { cursor: 99 })],
  ['unknown_session', 'void_instance', (room) => room.lose('east').resume('eve')],
  ['not_member', 'wrong_nonce', (room) => room.resume('dan', { sessionOf: 'cat', epoch: 9 })],
  ['not_member', 'nonce_used', (room) => room.resume('dan', { sessionOf: 'cat', epoch: 1 })],
  ['not_member', 'stale_epoch', (room) => room.leave('eve', { epoch: 9 })],
  ['not_member', 'not_host', (room) => room.end(room.host({ name: 'eve' }))],
  ['not_member', 'invalid_cursor', (room) => room.attach('eve', { cursor: 99 })],
  ['wrong_nonce', 'invalid_cursor', (room) => room.resume('cat', { forged: 'nonce', cursor: 99 })],
  ['wrong_nonce', 'void_instance', (room) => room.lose('east').resume('cat', { epoch: 9 })],
  ['nonce_used', 'invalid_cursor', (room) => room.resume('cat', { epoch: 1, cursor: 99 })],
  ['nonce_used', 'void_instance', (room) => room.lose('east').resume('cat', { epoch: 1 })],
  ['stale_epoch', 'not_host', (room) => room.end(room.host({ name: 'cat', epoch: 1 }))],
  ['stale_epoch', 'stale_term', (room) => room.end(room.host({ epoch: 1, hostTerm: 1 }))],
  ['stale_epoch', 'invalid_cursor', (room) => room.attach('cat', { epoch: 1, cursor: 99 })],
  ['stale_epoch', 'void_instance', (room) => room.lose('east').attach('cat', { epoch: 1 })],
  ['not_host', 'stale_term', (room) => room.end(room.host({ name: 'cat', hostTerm: 1 }))],
  ['not_host', 'not_eligible', (room) => room.transfer('ann', room.host({ name: 'cat' }))],
  ['stale_term', 'not_eligible', (room) => room.transfer('ann', room.host({ hostTerm: 1 }))],
  ['invalid_cursor', 'void_instance', (room) => room.lose('east').resume('cat', { cursor: 99 })],
];

const CLOSED: readonly Pair[] = [
  ['stale_generation', 'room_closed', (room) => room.resume('cat', { generation: 1 })],
  ['stale_generation', 'room_closed', (room) => room.join('eve', { generation: 1 })],
  [
    'stale_generation',
    'void_instance',
    (room) => room.lose('east').open('eve', { lastGeneration: 1 }),
  ],
  ['room_closed', 'removed', (room) => room.join('bob')],
  ['room_closed', 'removed', (room) => room.resume('bob')],
  ['room_closed', 'unknown_session', (room) => room.resume('eve')],
  ['room_closed', 'not_member', (room) => room.leave('eve')],
  ['room_closed', 'stale_epoch', (room) => room.leave('cat', { epoch: 1 })],
  ['room_closed', 'not_host', (room) => room.end(room.host({ name: 'cat' }))],
  ['room_closed', 'stale_lease', (room) => room.promote({ host: 'dan' })],
  ['room_closed', 'invalid_cursor', (room) => room.attach('cat', { cursor: 99 })],
  ['room_closed', 'void_instance', (room) => room.lose('east').join('eve')],
];

describe('P15: the order of refusals (§9)', () => {
  it.each(LIVE)('P15: %s before %s', (first, _, command) => {
    expect(outcome(command(worn()))).toBe(first);
  });

  it.each(CLOSED)('P15: in a closed room: %s before %s', (first, _, command) => {
    expect(outcome(command(closed()))).toBe(first);
  });

  it('P15: unknown_room comes before everything that needs a room', () => {
    const room = new RoomDriver().lose('east');
    expect(outcome(room.resume('eve', { generation: 7, cursor: -1 }))).toBe('unknown_room');
    expect(outcome(room.join('eve', { generation: 7 }))).toBe('unknown_room');
    expect(outcome(room.end(room.operator()))).toBe('unknown_room');
  });
});

describe('P6: which observation failed, in order (§9)', () => {
  /** Nobody can succeed the absent host. */
  function alone(): RoomDriver {
    const room = RoomDriver.of('ann');
    room.disconnect('ann');
    return room;
  }

  it('P6: stale_lease before lease_active', () => {
    const room = alone();
    expect(outcome(room.promote({ leaseUntil: room.now + 500 }))).toBe('stale_lease');
  });

  it('P6: stale_lease before no_successor', () => {
    expect(outcome(alone().passLease().promote({ host: 'bob' }))).toBe('stale_lease');
  });

  it('P6: lease_active before no_successor', () => {
    expect(outcome(alone().passLease(-1).promote())).toBe('lease_active');
  });
});
