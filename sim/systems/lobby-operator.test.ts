import { expect, it } from 'vitest';
import { memberId, requestId, roomCode } from '../../src/core/ids.ts';
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts';
import {
  disconnect,
  join,
  open,
  run,
  SERVER,
  stateOf,
} from '../../src/stores/contract/driver.test-suite.ts';
import { MemoryStore } from '../../src/stores/memory-store.ts';
import { LobbyService } from '../../src/service/lobby-service.ts';
import { InvalidPolicy, Operator } from '../../src/service/operator.ts';

const CODE = roomCode('GAME');
const POLICY = {
  succession: 'lease',
  emptyRoom: 'hold',
  leaseMs: 20_000,
  seatGraceMs: 60_000,
  idleMs: 3_600_000,
  maxAbsenceMs: null,
} as const;

/** A room that ana has opened and ben has joined, and its operator. */
function operated() {
  const engine = new MemoryStore(() => 1_000, { heartbeatTimeoutMs: 500 });
  engine.heartbeat(SERVER);
  run(engine, open('GAME', 'ana'));
  run(engine, join('GAME', 'ben'));
  const store = {
    load: async (...asked: Parameters<typeof engine.load>) => engine.load(...asked),
    commit: async (...asked: Parameters<typeof engine.commit>) => engine.commit(...asked),
    halted: async (limit: number) => engine.halted(limit),
    redrive: async (...asked: Parameters<typeof engine.redrive>) => engine.redrive(...asked),
    drop: async (...asked: Parameters<typeof engine.drop>) => engine.drop(...asked),
  };
  const operator = new Operator(store, new LobbyService(store, 1), DEFAULT_SETTINGS);
  return { engine, operator };
}

it('P13: an operator gives a policy to a room', async () => {
  const { engine, operator } = operated();
  await operator.command(CODE, requestId('r1'), { kind: 'setPolicy', policy: POLICY });
  expect(stateOf(engine, 'GAME').policy).toEqual(POLICY);
});

it('P13: a policy whose lengths break a relation is refused, both values named', async () => {
  const { engine, operator } = operated();
  const before = stateOf(engine, 'GAME');
  const policy = { ...POLICY, leaseMs: 60_000 };
  const asked = operator.command(CODE, requestId('r1'), { kind: 'setPolicy', policy });
  await expect(asked).rejects.toThrow(InvalidPolicy);
  await expect(asked).rejects.toThrow(/leaseMs is 60000, seatGraceMs is 60000/);
  expect(stateOf(engine, 'GAME')).toBe(before);
});

it('P14: an operator removes a member where the host is absent, and is no host that could hand over', async () => {
  const { engine, operator } = operated();
  const target = memberId('ben');
  const transferred = await operator.command(CODE, requestId('r1'), { kind: 'transfer', target });
  expect(transferred).toMatchObject({ kind: 'refused' });
  expect(stateOf(engine, 'GAME').host).toBe('ana');
  await operator.command(CODE, requestId('r2'), { kind: 'remove', target });
  expect(stateOf(engine, 'GAME').members).toHaveLength(2);
  run(engine, disconnect(stateOf(engine, 'GAME'), 'ana'));
  await operator.command(CODE, requestId('r3'), { kind: 'remove', target });
  expect(stateOf(engine, 'GAME').members.map((member) => member.memberId)).toEqual(['ana']);
});

it('P14: there is nothing to operate in a room that was never opened', async () => {
  const { operator } = operated();
  const asked = operator.command(roomCode('NONE'), requestId('r1'), { kind: 'end' });
  expect(await asked).toEqual({ kind: 'refused', code: 'unknown_room', generation: 0 });
});

it('P21: what is halted is listed, and can be given up once', async () => {
  const { engine, operator } = operated();
  const claim = engine.claim('bus', 1_000, 1);
  if (claim === null) throw new Error('there was nothing to claim');
  engine.fail(claim, 0, 1);
  const [record, ...others] = await operator.halted(10);
  expect(record).toMatchObject({ target: 'bus', code: CODE, sequence: 1 });
  expect(others).toEqual([]);
  if (record === undefined) return;
  expect(await operator.drop(record)).toBe(true);
  expect(await operator.drop(record)).toBe(false);
  expect(await operator.redrive(record)).toBe(false);
  expect(await operator.halted(10)).toEqual([]);
});
