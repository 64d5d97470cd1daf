import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/core/command.ts';
import type { Decision } from '../../src/core/decide.ts';
import { requestId } from '../../src/core/ids.ts';
import type { RoomPolicy } from '../../src/core/policy.ts';
import { CODE, POLICY, RoomDriver } from '../../src/core/room-driver.test-suite.ts';
import { type Goal, GoalCounter, GOALS } from './goal-counter.ts';

/** A room whose commits are counted. */
class CountedRoom extends RoomDriver {
  readonly goals = new GoalCounter();

  override decide(command: Command): Decision {
    const before = this.state;
    const decision = super.decide(command);
    if (decision.kind !== 'commit') return decision;
    const { state, events } = decision;
    this.goals.committed({ code: CODE, before, after: state, events, at: this.now });
    return decision;
  }

  get reached(): readonly string[] {
    return [...this.goals.counts.keys()].sort();
  }
}

/** A room that ana has opened, and ben has joined. */
function counted(policy: Partial<RoomPolicy> = {}): CountedRoom {
  const room = new CountedRoom();
  room.open('ana', { policy });
  room.pass(1).join('ben');
  return room;
}

interface Story {
  readonly reaches: readonly Goal[];
  readonly policy?: Partial<RoomPolicy>;
  readonly tell: (room: CountedRoom) => unknown;
}

const STORIES: readonly Story[] = [
  { reaches: [], tell: (room) => [room.disconnect('ben'), room.pass(5).resume('ben')] },
  { reaches: [], tell: (room) => [room.transfer('ben'), room.remove('ana')] },
  {
    reaches: ['host resumed within its lease'],
    tell: (room) => [room.disconnect('ana'), room.passLease(-1).resume('ana')],
  },
  {
    reaches: ['host resumed in the very ms of its deadline'],
    tell: (room) => [room.disconnect('ana'), room.passLease().resume('ana')],
  },
  {
    reaches: ['host resumed after its deadline, before a handoff'],
    tell: (room) => [room.disconnect('ana'), room.passLease(1).resume('ana')],
  },
  {
    reaches: ['deadlines re-armed after an outage'],
    tell: (room) => [room.disconnect('ana'), room.pass(5).outage(500, 'north').void()],
  },
  {
    reaches: ['seat expired'],
    tell: (room) => [room.disconnect('ben'), room.pass(POLICY.seatGraceMs).expireSeats()],
  },
  { reaches: ['policy of a live room switched'], tell: (room) => room.setPolicy({ leaseMs: 40 }) },
  {
    reaches: ['lease expired and authority moved'],
    tell: (room) => [room.disconnect('ana'), room.passLease().promote()],
  },
  {
    reaches: ['handoff put first in another command’s commit', 'lease expired and authority moved'],
    tell: (room) => [room.disconnect('ana'), room.passLease().join('cleo')],
  },
  {
    reaches: ['vacancy filled'],
    tell: (room) => [room.setEligible('ben', false), room.leave('ana'), room.pass(1).join('cleo')],
  },
  { reaches: ['room closed abandoned'], tell: (room) => [room.leave('ben'), room.leave('ana')] },
  {
    reaches: ['room closed empty'],
    policy: { emptyRoom: 'close' },
    tell: (room) => [room.disconnect('ben'), room.disconnect('ana'), room.passLease().close()],
  },
  {
    reaches: ['code reopened as a new generation'],
    tell: (room) => [room.end(), room.open('ana')],
  },
  {
    reaches: ['members of a void instance made absent'],
    tell: (room) => room.lose('east').void(),
  },
  {
    reaches: ['seat rejoined without a nonce'],
    tell: (room) => [room.disconnect('ben'), room.join('ben')],
  },
];

describe('goals', () => {
  it.each(STORIES)(
    'H7: $reaches is reached by its own story, and by no other',
    ({ reaches, policy, tell }) => {
      const room = counted(policy);
      tell(room);
      expect(room.reached).toEqual([...reaches].sort());
      for (const goal of reaches) expect(room.goals.counts.get(goal)).toBe(1);
    },
  );

  it.each([
    ['nonce_used', 'resume refused: nonce used'],
    ['stale_generation', 'command refused: stale generation'],
    ['unavailable', 'commit answered unavailable'],
  ] as const)('H7: an answer %s reaches its goal each time', (result, goal) => {
    const goals = new GoalCounter();
    const settled = {
      requestId: requestId('r'),
      kind: 'resume',
      result,
      generation: null,
    } as const;
    goals.settled(settled);
    goals.settled(settled);
    goals.settled({ ...settled, result: 'not_host' });
    expect([...goals.counts]).toEqual([[goal, 2]]);
  });

  it('H7: what was not reached is not among the counts', () => {
    const goals = new GoalCounter();
    goals.reach('gap repaired by a client', 0);
    expect([...goals.counts]).toEqual([]);
    goals.reach('gap repaired by a client', 3);
    expect([...goals.counts]).toEqual([['gap repaired by a client', 3]]);
  });

  it('H7: each goal names the rule that it is about', () => {
    for (const rule of Object.values(GOALS)) expect(rule).toMatch(/^P\d+$/);
  });
});
