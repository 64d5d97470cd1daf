/**
 * A day in 1,000 rooms of two members: who comes, goes and acts by chance, and which faults there are. Told hour by hour, so
 * that what is still to come takes no memory while the run goes on.
 */
import type { RoomPolicy } from '../../src/core/policy.ts';
import { DEFAULT_SETTINGS, type Settings, settingsErrors } from '../../src/core/settings.ts';
import { type Episode, weighed } from '../../sim/plan/episode.ts';
import { MemberEpisodes } from '../../sim/plan/member-episodes.ts';
import type { MemberPlan, Plan, PlannedStep, RoomPlan, Topology } from '../../sim/plan/plan.ts';
import { ProcessEpisodes, type ProcessFault } from '../../sim/plan/process-episodes.ts';
import type { WorkloadAction } from '../../sim/plan/scenario.ts';
import { Whereabouts } from '../../sim/plan/whereabouts.ts';
import { RandomStrategy } from '../../sim/strategies/random.ts';

const ROOMS = 1_000;
export const HOURS = 24;
export const HOUR_MS = 3_600_000;
const END_MS = HOURS * HOUR_MS;
const MINUTE_MS = 60_000;
/** By when everybody has arrived. */
const ARRIVED_MS = 10 * MINUTE_MS;
/** Of all members together. */
const ACTIONS_PER_HOUR = 3 * ROOMS;
const FAULTS_PER_HOUR = 4;

/** What is kept is kept for twenty minutes, so that compaction has work all day; idle traffic is rare. */
const SETTINGS: Settings = {
  ...DEFAULT_SETTINGS,
  leaseMs: MINUTE_MS,
  seatGraceMs: 10 * MINUTE_MS,
  heartbeatMs: 20_000,
  heartbeatTimeoutMs: 45_000,
  pulseMs: 2 * MINUTE_MS,
  tokenTtlMs: 10 * MINUTE_MS,
  idleMs: 60 * MINUTE_MS,
  retentionMs: 20 * MINUTE_MS,
  investigationMs: 20 * MINUTE_MS,
  clientRetryMs: 5 * MINUTE_MS,
  requestRetentionMs: 20 * MINUTE_MS,
};

const ACTIONS: readonly (readonly [WorkloadAction, number])[] = [
  ['drop', 30],
  ['close', 20],
  ['reload', 12],
  ['second-tab', 3],
  ['forget', 5],
  ['leave', 6],
  ['remove', 1],
  ['set-eligible', 5],
  ['transfer', 6],
  ['end', 5],
  ['forge', 5],
  ['operator', 2],
];
const FAULTS: readonly (readonly [ProcessFault, number])[] = [
  ['server-crash', 1],
  ['server-pause', 1],
  ['worker-crash', 3],
  ['worker-pause', 3],
];

const POLICIES = [
  ['lease', 'hold'],
  ['lease', 'close'],
  ['immediate', 'hold'],
  ['lease', 'hold'],
] as const satisfies readonly (readonly [RoomPolicy['succession'], RoomPolicy['emptyRoom']])[];

const rooms: readonly RoomPlan[] = Array.from({ length: ROOMS }, (_, i) => ({
  code: `room-${i}`,
  policy: policyOf(i),
}));
const membersOf = (code: string): readonly [string, string] => [`${code}-ana`, `${code}-ben`];
const members: readonly MemberPlan[] = rooms.flatMap(({ code }) =>
  membersOf(code).map((name) => ({ name, room: code })),
);

const TOPOLOGY: Topology = { servers: 2, workers: 2, members, rooms };

function policyOf(room: number): RoomPolicy {
  const [succession, emptyRoom] = POLICIES[room % POLICIES.length] ?? POLICIES[0];
  const { leaseMs, seatGraceMs, idleMs, maxAbsenceMs } = SETTINGS;
  return { succession, emptyRoom, leaseMs, seatGraceMs, idleMs, maxAbsenceMs };
}

/** All of the day; `steps` are those that have been told. */
export function planOfDay(steps: readonly PlannedStep[]): Plan {
  const [error] = settingsErrors(SETTINGS);
  if (error !== undefined) throw new Error(error);
  return {
    topology: TOPOLOGY,
    settings: SETTINGS,
    steps,
    holds: [],
    faults: {
      'message-drop': 2,
      'message-delay': 5,
      'message-duplicate': 5,
      'message-reorder': 5,
      'store-error': 2,
      'store-answer-lost': 2,
      'store-slow': 2,
      'publication-failed': 5,
      'publication-throttled': 2,
    },
    latency: { networkMs: [1, 10], storeMs: [1, 5] },
    endMs: END_MS,
  };
}

export class Day {
  readonly #random: RandomStrategy;

  constructor(seed: number) {
    this.#random = new RandomStrategy(seed);
  }

  /** Everything that begins in an hour, 0 to 23. Each hour begins with the guess that everybody is there. */
  stepsOf(hour: number): readonly PlannedStep[] {
    const scripted = hour === 0 ? arrivals() : [];
    const fromMs = hour === 0 ? ARRIVED_MS : hour * HOUR_MS;
    const forMs = (hour + 1) * HOUR_MS - fromMs;
    const span = { fromMs, untilMs: END_MS };
    const acts = new MemberEpisodes(SETTINGS, TOPOLOGY.servers, rooms.map(whereaboutsOf), span);
    for (const episode of this.#episodes(forMs, ACTIONS_PER_HOUR)) {
      const does = weighed(ACTIONS, total(ACTIONS), episode.kind);
      if (does !== null) acts.tell({ ...episode, does });
    }
    const faults = new ProcessEpisodes(SETTINGS, TOPOLOGY, [], span);
    for (const episode of this.#episodes(forMs, FAULTS_PER_HOUR)) {
      const does = weighed(FAULTS, total(FAULTS), episode.kind);
      if (does !== null) faults.tell({ ...episode, does });
    }
    return [...scripted, ...acts.steps, ...faults.steps];
  }

  #episodes(spanMs: number, perHour: number): readonly Episode[] {
    const count = Math.round((perHour * spanMs) / HOUR_MS);
    const drawn = Array.from({ length: count }, () => ({
      kind: this.#below(DRAWS),
      who: this.#below(DRAWS),
      at: this.#below(spanMs),
      snap: this.#below(DRAWS),
      length: this.#below(DRAWS),
      detail: this.#below(DRAWS),
    }));
    return drawn.sort((a, b) => a.at - b.at);
  }

  #below(bound: number): number {
    return this.#random.choose('value', bound);
  }
}

const DRAWS = 5_040_000;

const total = (weights: readonly (readonly [string, number])[]): number =>
  weights.reduce((sum, [, weight]) => sum + weight, 0);

const whereaboutsOf = ({ code, policy }: RoomPlan): Whereabouts =>
  new Whereabouts(
    code,
    policy,
    membersOf(code).map((name) => ({ name, busyUntilMs: 0 })),
  );

/** One room after another; a member of each opens it, and the other joins a moment later. */
function arrivals(): readonly PlannedStep[] {
  return rooms.flatMap(({ code }, i): readonly PlannedStep[] => {
    const [ana, ben] = membersOf(code);
    const atMs = 1_000 + Math.floor((i * (ARRIVED_MS - 10_000)) / ROOMS);
    return [
      { atMs, who: 'member', member: ana, does: 'open' },
      { atMs: atMs + 2_000, who: 'member', member: ben, does: 'join' },
    ];
  });
}
