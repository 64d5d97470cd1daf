/**
 * Plans from a scenario and a seed (H1): what is scripted, and what `workload` and `faults` add by chance. The draws are
 * fast-check arbitraries, so that a failing plan shrinks to a smaller one that still tells a sensible story.
 */
import fc from 'fast-check';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { type Episode, episodes, weighed } from './episode.ts';
import { MemberEpisodes, type Span } from './member-episodes.ts';
import type { LatencyProfile, Plan, PlannedStep } from './plan.ts';
import { ProcessEpisodes } from './process-episodes.ts';
import { type Scenario, type Workload, WORKLOAD_ACTIONS } from './scenario.ts';
import { type Swarm, swarms } from './swarm.ts';
import { arrivalsOf, Whereabouts } from './whereabouts.ts';

/** The plan of one run. The same scenario and seed give an equal plan on every engine. */
export function planOf(scenario: Scenario, seed: number): Plan {
  if (!isRandom(scenario)) return scenario.plan;
  const generator = xoroshiro128plus(seed);
  // The first outputs of neighbouring seeds are alike.
  for (let i = 0; i < 8; i++) generator.next();
  return planArbitrary(scenario).generate(new fc.Random(generator), undefined).value;
}

const known = new WeakMap<Scenario, fc.Arbitrary<Plan>>();

/** All plans of the scenario. */
export function planArbitrary(scenario: Scenario): fc.Arbitrary<Plan> {
  const made = known.get(scenario) ?? makeArbitrary(scenario);
  known.set(scenario, made);
  return made;
}

const isRandom = ({ workload, faults }: Scenario): boolean =>
  workload !== null || Object.keys(faults).length > 0;

/** From zero to slow, in ms; bounds of what is drawn for each message and each store call. */
const LATENCIES: readonly LatencyProfile[] = [
  { networkMs: [1, 10], storeMs: [1, 5] },
  { networkMs: [0, 0], storeMs: [0, 0] },
  { networkMs: [0, 2], storeMs: [0, 1] },
  { networkMs: [5, 60], storeMs: [1, 20] },
  { networkMs: [20, 200], storeMs: [2, 80] },
];
/** One scheduled fault in this many ms, if every kind is on at its strongest. */
const FAULT_EVERY_MS = 700;

interface Draws {
  readonly swarm: Swarm;
  readonly latency: LatencyProfile;
  readonly actions: readonly Episode[];
  readonly faults: readonly Episode[];
}

function makeArbitrary(scenario: Scenario): fc.Arbitrary<Plan> {
  if (!isRandom(scenario)) return fc.constant(scenario.plan);
  const { plan, workload, faults } = scenario;
  const span = spanOf(scenario);
  const spanMs = span.untilMs - span.fromMs;
  // Uniform lengths from none: the mean is half of the most.
  const mostActions = Math.ceil(((workload?.actionsPerMinute ?? 0) * spanMs * 2) / 60_000);
  const draws = fc.record({
    swarm: swarms(faults),
    latency: scenario.drawsLatency ? fc.constantFrom(...LATENCIES) : fc.constant(plan.latency),
    actions: episodes(spanMs, mostActions),
    faults: episodes(spanMs, Math.ceil(spanMs / FAULT_EVERY_MS)),
  });
  return draws.map((drawn) => told(scenario, span, drawn));
}

/** When chance acts: during the workload, or else from when everybody can be there until the end. */
function spanOf({ plan, workload }: Scenario): Span {
  if (workload !== null) {
    return { fromMs: workload.fromMs, untilMs: workload.fromMs + workload.forMs };
  }
  return { fromMs: Math.min(3_000, plan.endMs - 1), untilMs: plan.endMs };
}

function told(scenario: Scenario, span: Span, { swarm, latency, actions, faults }: Draws): Plan {
  const { plan, workload } = scenario;
  const { topology, settings } = plan;
  const scripted = [...plan.steps, ...arrivals(plan, span)];
  const processes = new ProcessEpisodes(settings, topology, scripted, span);
  const members = new MemberEpisodes(settings, topology.servers, roomsOf(plan, scripted), span);
  for (const episode of merged(workload, swarm, actions, faults)) {
    if (isProcessEpisode(episode)) processes.tell(episode);
    else members.tell(episode);
  }
  const steps = [...scripted, ...processes.steps, ...members.steps];
  return { ...plan, steps: steps.sort((a, b) => a.atMs - b.atMs), latency, faults: swarm.rates };
}

type Told = Parameters<MemberEpisodes['tell']>[0];

/** Actions and faults as what they turned out to be, in order of their drawn times. */
function merged(
  workload: Workload | null,
  { scheduled, scheduledTotal }: Swarm,
  actions: readonly Episode[],
  faults: readonly Episode[],
): readonly Told[] {
  const weights = WORKLOAD_ACTIONS.map(
    (action) => [action, workload?.weights[action] ?? 0] as const,
  );
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  const all: Told[] = [];
  for (const episode of actions) {
    const does = weighed(weights, total, episode.kind);
    if (does !== null) all.push({ ...episode, does });
  }
  for (const episode of faults) {
    const does = weighed(scheduled, scheduledTotal, episode.kind);
    if (does !== null) all.push({ ...episode, does });
  }
  return all.sort((a, b) => a.at - b.at);
}

function isProcessEpisode(episode: Told): episode is Told & Parameters<ProcessEpisodes['tell']>[0] {
  switch (episode.does) {
    case 'server-crash':
    case 'server-pause':
    case 'worker-crash':
    case 'worker-pause':
    case 'clock-offset':
    case 'clock-drift':
    case 'partition':
    case 'store-outage':
    case 'reconnect-storm':
      return true;
    default:
      return false;
  }
}

/** Members for whom nothing is scripted come by themselves: the first of a room opens it. */
function arrivals({ topology, steps }: Plan, { fromMs }: Span): readonly PlannedStep[] {
  return topology.rooms.flatMap(({ code }) => {
    const names = topology.members.filter(({ room }) => room === code).map(({ name }) => name);
    const scripted = steps.filter((step) => step.who === 'member' && names.includes(step.member));
    if (scripted.length > 0) return [];
    const gapMs = Math.floor(fromMs / (names.length + 2));
    return names.map((member, i): PlannedStep => {
      const does = i === 0 ? 'open' : 'join';
      return { atMs: gapMs * (i + 1), who: 'member', member, does };
    });
  });
}

const roomsOf = ({ topology }: Plan, scripted: readonly PlannedStep[]): readonly Whereabouts[] =>
  topology.rooms.map(({ code, policy }) => {
    const names = topology.members.filter(({ room }) => room === code).map(({ name }) => name);
    return new Whereabouts(code, policy, arrivalsOf(names, scripted));
  });
