/**
 * Watches one room that the real core drives: every commit goes to the watchers, and a test may tamper with one on its
 * way, so that they see what no right core commits.
 */
import type { Command } from '../../src/core/command.ts';
import type { Decision } from '../../src/core/decide.ts';
import type { EventBody, EventKind, RoomEvent } from '../../src/core/event.ts';
import { after, type StoreTime } from '../../src/core/ids.ts';
import type { RoomPolicy } from '../../src/core/policy.ts';
import { CODE, POLICY, RoomDriver, START } from '../../src/core/room-driver.test-suite.ts';
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts';
import type { RoomState } from '../../src/core/state.ts';
import type { Commit, ProjectedRead, RunningSystem } from '../system-under-test.ts';
import type { Plan, PlannedStep } from '../plan/plan.ts';
import type { Invariant, TabFacts } from './invariant.ts';
import { Monitor } from './monitor.ts';

const PLAN: Plan = {
  topology: { servers: 1, workers: 1, members: [], rooms: [] },
  settings: DEFAULT_SETTINGS,
  steps: [],
  holds: [],
  faults: {},
  latency: { networkMs: [1, 1], storeMs: [1, 1] },
  endMs: 1_000,
};

/** Makes another commit of a commit. */
export type Tamper = (commit: Commit) => Commit;

export class WatchedRoom extends RoomDriver {
  /** What was said, each message with the id of the invariant that said it in front. */
  readonly complaints: string[] = [];
  readonly monitor: Monitor;
  /** What the store's clock shows where it is not the time of the commit (P2). */
  clock: StoreTime | null = null;
  tabs: readonly TabFacts[] = [];
  /** What the store says it holds where it is not what was committed. */
  held: RoomState | null = null;
  /** What the plan has happen; to be filled before anything does. */
  readonly steps: PlannedStep[] = [];
  /** The timer that the store has armed; absent: none (P25). */
  timer: StoreTime | null = null;
  /** What retention has kept where it is not everything (P22). */
  kept: ReturnType<RunningSystem['retained']> | null = null;
  /** What a projection answers whatever it is asked; null: there is none (P27). */
  projected: ProjectedRead | null = null;
  #tamper: Tamper | null = null;

  constructor(invariants: readonly Invariant[]) {
    super();
    const told = invariants.map((invariant) => ({
      ...invariant,
      watch: (run: Parameters<Invariant['watch']>[0]) =>
        invariant.watch({
          ...run,
          violated: (message) => this.complaints.push(`${invariant.id}: ${message}`),
        }),
    }));
    this.monitor = new Monitor(told, {
      plan: { ...PLAN, steps: this.steps },
      system: this.#system(),
      nowMs: () => this.clock ?? this.now,
      targets: ['bus'],
      tabs: () => this.tabs,
      isOpen: (id) =>
        this.tabs.some(({ connectionId, transportOpen }) => transportOpen && connectionId === id),
    });
  }

  /** Tampers with the next commit. */
  tampering(tamper: Tamper): this {
    this.#tamper = tamper;
    return this;
  }

  override decide(command: Command): Decision {
    const before = this.state;
    const decision = super.decide(command);
    if (decision.kind !== 'commit') return decision;
    const { state, events } = decision;
    const commit = { code: CODE, before, after: state, events, at: this.now };
    const tamper = this.#tamper;
    this.#tamper = null;
    this.see(tamper === null ? commit : tamper(commit));
    return decision;
  }

  /** Hands the watchers a commit, whoever made it. */
  see(commit: Commit): void {
    this.monitor.committed(commit);
  }

  #system(): RunningSystem {
    const answered = (): ProjectedRead | null => this.projected;
    return {
      get projection() {
        const answer = answered();
        if (answer === null) return undefined;
        return { read: () => Promise.resolve(answer), answer: () => answer, rebuild: () => {} };
      },
      bootServer: () => Promise.reject(new Error('no servers here')),
      bootWorker: () => Promise.resolve(),
      operate: () => Promise.resolve(),
      inspect: () => this.held ?? this.state,
      isLive: (instance) => this.live.has(instance),
      anyLive: () => this.live.size > 0,
      outages: () => this.outages,
      retained: () => this.kept ?? { from: 1, events: this.events },
      armed: () => this.timer,
      close: () => {},
    };
  }
}

/** A room that the first of `names` has opened, and that the others have joined, one ms apart; watched all the while. */
export function watched(
  invariant: Invariant | readonly Invariant[],
  names: string,
  policy: Partial<RoomPolicy> = {},
): WatchedRoom {
  const room = new WatchedRoom('id' in invariant ? [invariant] : invariant);
  const [host = '', ...others] = names.split(' ');
  room.open(host, { policy });
  for (const name of others) room.pass(1).join(name);
  return room;
}

/** What is said of a room in whose three generations everything happens that may happen. */
export function complaintsOverALegalLife(invariant: Invariant): readonly string[] {
  const room = watched(invariant, 'ann bob cat');
  room.pass(1).disconnect('ann');
  room.pass(1).resume('ann', { on: null });
  room.pass(1).attach('ann', { on: 'west' });
  room.resume('ann', { on: 'west' });
  room.pass(1).disconnect('ann');
  room.passLease().join('dan');
  room.pass(1).lose('east').void();
  room.start('north').resume('bob', { on: 'north' });
  room.transfer('ann');
  room.pass(1).resume('ann', { on: 'north' });
  room.transfer('ann', room.host());
  room.setEligible('bob', false);
  room.pass(1).leave(room.room.host ?? '');
  room.setEligible('bob', true, room.operator());
  room.remove('dan');
  room.pass(1).join('cat', { on: 'north' });
  room.disconnect('bob');
  room.end(room.operator());
  room
    .pass(1)
    .open('eve', { on: 'north', policy: { succession: 'immediate', emptyRoom: 'close' } });
  room.pass(1).join('fay', { on: 'north' });
  room.join('gus', { on: null });
  room.pass(1).disconnect('eve');
  room.pass(1).disconnect('fay');
  room.passLease().close();
  const switched = { ...POLICY, maxAbsenceMs: 50, leaseMs: 40 };
  room.steps.push(policyStep(switched));
  room.pass(1).open('ivy', { on: 'north', policy: { maxAbsenceMs: 50 } });
  room.pass(1).join('jon', { on: 'north' });
  room.join('kim', { on: null });
  room.setPolicy(switched);
  room.pass(1).disconnect('ivy');
  room.pass(5).outage(500, 'south').void();
  room.pass(5).resume('ivy', { on: 'south' });
  room.resume('jon', { on: 'south' });
  room.pass(1).disconnect('ivy');
  room.passLease().promote();
  room.pass(200).expireSeats();
  room.monitor.ended();
  return room.complaints;
}

/** An operator of the plan switches the policy of the room, from the start on. */
export const policyStep = (policy: RoomPolicy): PlannedStep => ({
  atMs: 0,
  who: 'operator',
  room: CODE,
  does: { kind: 'set-policy', policy },
});

// What is done to a commit. The state that it leads to stays as it was but for the revision.

/** Changes fields of the first event of a kind. */
export const changing =
  (kind: EventKind, fields: object): Tamper =>
  (commit) => {
    const at = commit.events.findIndex((event) => event.kind === kind);
    const event = commit.events[at];
    if (event === undefined) throw new Error(`no ${kind} in this commit`);
    return { ...commit, events: commit.events.with(at, { ...event, ...fields }) };
  };

/** Takes the first event of a kind out, as if it had never been decided. */
export const without =
  (kind: EventKind): Tamper =>
  (commit) => {
    const at = commit.events.findIndex((event) => event.kind === kind);
    if (at < 0) throw new Error(`no ${kind} in this commit`);
    return numbered(commit, commit.events.toSpliced(at, 1));
  };

/** Puts events in before the one at `index`; at the end by default. */
export const adding =
  (bodies: readonly EventBody[], index: number = Number.POSITIVE_INFINITY): Tamper =>
  (commit) =>
    numbered(
      commit,
      commit.events.toSpliced(index, 0, ...bodies.map((body) => placed(body, commit))),
    );

/** Puts the events in another order: `[1, 0]` swaps the first two. */
export const ordering =
  (order: readonly number[]): Tamper =>
  (commit) =>
    numbered(
      commit,
      order.flatMap((index) => commit.events[index] ?? []),
    );

/** Has the commit consist of other events. */
export const replacing =
  (bodies: readonly EventBody[]): Tamper =>
  (commit) =>
    numbered(
      commit,
      bodies.map((body) => placed(body, commit)),
    );

/** Changes fields of the committed state. */
export const leaving =
  (fields: Partial<RoomState>): Tamper =>
  (commit) => ({ ...commit, after: { ...commit.after, ...fields } });

/** One after the other. */
export const both =
  (first: Tamper, second: Tamper): Tamper =>
  (commit) =>
    second(first(commit));

const placed = (body: EventBody, { after: { generation }, at }: Commit): RoomEvent => ({
  ...body,
  generation,
  sequence: 0,
  at,
});

/** Gives the events of a commit the sequences that they would have had. */
function numbered(commit: Commit, events: readonly RoomEvent[]): Commit {
  const { before, after: state } = commit;
  const from = before?.generation === state.generation ? before.revision : 0;
  const renumbered = events.map((event, index) => ({ ...event, sequence: from + index + 1 }));
  return {
    ...commit,
    events: renumbered,
    after: { ...state, revision: from + renumbered.length },
  };
}

/** Store time `ms` after the room was opened. */
export const later = (ms: number): StoreTime => after(START, ms);
