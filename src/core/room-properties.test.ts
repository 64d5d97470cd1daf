/** What holds over every sequence of commands, whoever sends them, fresh or stale, over two instances that may die. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sync } from './backfill.ts';
import { decide, type Decision } from './decide.ts';
import { wakeAt } from './due.ts';
import type { RoomEvent } from './event.ts';
import { evolve, opened } from './evolve.ts';
import { after, type StoreTime } from './ids.ts';
import { anyLife, anyPolicy, type LifeStep, take } from './random-life.test-suite.ts';
import { CODE, RoomDriver } from './room-driver.test-suite.ts';
import { isConnected, type Member, memberOf, type RoomState } from './state.ts';
import { applyToView, publicEvent, type RoomView, viewOf } from './view.ts';

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}

/** Drives random rooms, every committed state frozen, and hands each decision to `check`. */
function inEveryRoom(
  check: (decision: Decision, room: RoomDriver, before: RoomState, taken: LifeStep) => void,
): void {
  fc.assert(
    fc.property(anyPolicy, anyLife(40), (wanted, steps) => {
      const room = RoomDriver.of('ann bob Cat', wanted);
      for (const next of steps) {
        const before = freeze(room.room);
        check(take(room, next), room, before, next);
      }
    }),
    { seed: 20_240_229, numRuns: 300 },
  );
}

/** The states that the room went through, event by event. */
function* fold(
  events: readonly RoomEvent[],
): Generator<readonly [RoomEvent, RoomState | null, RoomState]> {
  let state: RoomState | null = null;
  for (const event of events) {
    const before: RoomState | null = state;
    state = event.kind === 'room.opened' ? opened(CODE, event) : advanced(before, event);
    yield [event, before, state];
  }
}

function advanced(state: RoomState | null, event: RoomEvent): RoomState {
  if (state === null) throw new Error(`${event.kind} before room.opened`);
  return evolve(state, event);
}

/** Who could take over: a second opinion on P7, without the order. */
const heirs = ({ members, host }: RoomState): readonly Member[] =>
  members.filter((member) => member.eligible && isConnected(member) && member.memberId !== host);

describe('P1: authority', () => {
  it('P1: after every commit the host, if there is one, is a seated member', () => {
    inEveryRoom((_, { room }) => {
      expect(room.host === null || memberOf(room, room.host) !== undefined).toBe(true);
    });
  });

  it('P1: whoever becomes host is connected and eligible, and it is a new term', () => {
    inEveryRoom((decision, room) => {
      if (decision.kind !== 'commit') return;
      for (const [event, before] of fold(room.events)) {
        if (event.kind !== 'host.changed' || before === null) continue;
        expect(event.previous).toBe(before.host);
        expect(event.host).not.toBe(event.previous);
        expect(event.hostTerm - before.hostTerm).toBe(event.host === null ? 0 : 1);
        if (event.host === null) continue;
        const heir = memberOf(before, event.host);
        expect([heir?.eligible, heir && isConnected(heir)]).toEqual([true, true]);
      }
    });
  });

  it('P7: nobody is passed over but by a transfer', () => {
    inEveryRoom((decision, room) => {
      if (decision.kind !== 'commit') return;
      for (const [event, before] of fold(room.events)) {
        if (event.kind !== 'host.changed' || event.reason === 'transferred') continue;
        const able = before === null ? [] : heirs(before);
        const heir = able.find((member) => member.memberId === event.host);
        const passedOver = able.filter(({ joinedAt }) => !heir || joinedAt < heir.joinedAt);
        expect(passedOver).toEqual([]);
      }
    });
  });

  it('P9: no commit leaves authority vacant while somebody could have it', () => {
    inEveryRoom((decision, { room, now, live }) => {
      if (decision.kind !== 'commit' || live.size === 0) return;
      const expired = room.leaseUntil !== null && room.leaseUntil <= now;
      const immediate = room.leaseUntil !== null && room.policy.succession === 'immediate';
      const vacant = room.host === null || expired || immediate;
      expect(vacant ? heirs(room) : []).toEqual([]);
    });
  });

  it('P5: a lease runs exactly for an absent host, a seat exactly for an absent member', () => {
    inEveryRoom((_, { room }) => {
      const host = room.members.find((member) => member.memberId === room.host);
      expect(room.leaseUntil !== null).toBe(host !== undefined && !isConnected(host));
      for (const member of room.members) {
        expect(member.seatUntil !== null).toBe(!isConnected(member));
      }
    });
  });

  it('P12: after every commit no member is attached through an instance that was void by then', () => {
    inEveryRoom((decision, { room, live }) => {
      if (decision.kind !== 'commit' || live.size === 0) return;
      for (const { attachment } of room.members) {
        expect(attachment === null || live.has(attachment.instanceId)).toBe(true);
      }
    });
  });
});

describe('P3: commits', () => {
  it('P3: sequences are consecutive from 1, and the last one is the revision', () => {
    inEveryRoom((_, room) => {
      expect(room.events.map((event) => event.sequence)).toEqual(
        Array.from({ length: room.room.revision }, (__, index) => index + 1),
      );
      expect(room.events.every((event) => event.generation === room.room.generation)).toBe(true);
    });
  });

  it('P15: a refusal, or nothing, leaves the very same state; a commit has events', () => {
    inEveryRoom((decision, room, before) => {
      expect(room.room === before).toBe(decision.kind !== 'commit');
      expect(decision).not.toMatchObject({ events: [] });
    });
  });

  it('P3: the state is the fold of all events', () => {
    inEveryRoom((decision, room) => {
      if (decision.kind !== 'commit') return;
      let folded: RoomState | null = null;
      for (const [, , state] of fold(room.events)) folded = state;
      expect(folded).toEqual(room.room);
    });
  });
});

describe('P15: epochs', () => {
  it('P15: never repeat for a member in a generation, also not after leaving and rejoining', () => {
    const issued = new WeakMap<RoomDriver, Set<string>>();
    inEveryRoom((decision, room, _, { kind }) => {
      if (decision.kind !== 'commit' || decision.reply.kind !== 'session') return;
      if (kind === 'attach') return;
      const seen = issued.get(room) ?? new Set(['ann', 'bob', 'Cat'].map((name) => `1 ${name} 1`));
      const { generation, memberId, epoch } = decision.reply;
      const epochName = `${generation} ${memberId} ${epoch}`;
      expect(seen.has(epochName)).toBe(false);
      issued.set(room, seen.add(epochName));
    });
  });
});

describe('P24: views', () => {
  it('P24: the view is the fold of the public events', () => {
    inEveryRoom((decision, room) => {
      if (decision.kind !== 'commit') return;
      const view = room.events.map(publicEvent).reduce<RoomView | null>(applyToView, null);
      expect(view).toEqual(viewOf(room.room));
    });
  });

  it('P23: whoever stands at a cursor is brought to the head, by events or by a snapshot', () => {
    inEveryRoom((decision, room, before) => {
      if (decision.kind !== 'commit' || decision.state.generation !== before.generation) return;
      const answer = sync(room.room, room.retained(), before.revision);
      if (answer?.kind !== 'events') throw new Error('events were retained');
      expect(answer.events.reduce<RoomView>(applyToView, viewOf(before))).toEqual(
        viewOf(room.room),
      );
    });
  });

  it('P19: no public event has a key for a transport, a session or an epoch', () => {
    inEveryRoom((decision) => {
      if (decision.kind !== 'commit') return;
      for (const event of decision.events) {
        const text = JSON.stringify(publicEvent(event));
        expect(text).not.toMatch(/"(attachment|connectionId|instanceId|session|epoch|policy)"/);
      }
    });
  });
});

/** What a worker that looks at the room would commit. */
const settled = (
  state: RoomState,
  at: StoreTime,
  isLive: (id: string) => boolean = () => true,
): Decision =>
  decide(
    state,
    { kind: 'expireSeats', code: CODE, generation: state.generation },
    {
      at,
      instances: { isLive, anyLive: true, outagesAfter: () => [] },
      log: { from: 1, after: () => [] },
      nextGeneration: 9,
    },
  );

describe('P25: timers', () => {
  it('P25: what is armed has work at its time and none before; without one there never is any', () => {
    inEveryRoom((decision, { room, now }) => {
      if (decision.kind !== 'commit' || room.closed !== null) return;
      const wake = wakeAt(room);
      const never = after(now, 1_000_000_000);
      const idleBefore = wake === null ? never : after(wake, -1);
      expect(settled(room, wake ?? never).kind).toBe(wake === null ? 'nothing' : 'commit');
      expect(idleBefore < now || settled(room, idleBefore).kind === 'nothing').toBe(true);
    });
  });
});

describe('the reach of these sequences', () => {
  it('P3: every kind of event and every reason occurs', () => {
    const seen = new Set<string>();
    inEveryRoom((decision) => {
      for (const event of decision.kind === 'commit' ? decision.events : []) {
        seen.add('reason' in event ? `${event.kind} ${event.reason}` : event.kind);
      }
    });
    expect([...seen].sort()).toEqual([
      'host.absent',
      'host.changed immediate',
      'host.changed ineligible',
      'host.changed lease_expired',
      'host.changed left',
      'host.changed removed',
      'host.changed transferred',
      'host.changed vacancy',
      'host.resumed',
      'lease.rearmed',
      'member.absent',
      'member.eligibility',
      'member.joined',
      'member.left expired',
      'member.left left',
      'member.left removed',
      'member.resumed',
      'policy.changed',
      'room.closed abandoned',
      'room.closed empty',
      'room.closed ended',
      'room.closed idle',
      'room.opened',
      'session.renewed',
    ]);
  });
});
