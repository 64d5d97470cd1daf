/** Gives a scenario file its meaning: defaults filled in, names and times checked, the story told once through. */
import { Cast } from './cast.ts';
import { FAULT_KINDS } from './fault-kinds.ts';
import { nearest } from './nearest.ts';
import type { Hold, LatencyProfile, PlannedStep, Topology } from './plan.ts';
import type { Path, Problems } from './problem.ts';
import { resolveExpectation } from './resolve-expectation.ts';
import { resolveHolds } from './resolve-holds.ts';
import { resolvePolicy, resolveSettings } from './resolve-settings.ts';
import { type PlacedStep, resolveSteps } from './resolve-steps.ts';
import { type FaultWeights, type Scenario, type Workload, WORKLOAD_ACTIONS } from './scenario.ts';
import type { ScenarioFile, WrittenBounds, WrittenWorkload } from './scenario-file.ts';
import { textHash } from './seeds.ts';
import { Story } from './story.ts';

/** The code of the only room, where a file names none. */
const ROOM = 'lobby';
const DEFAULT_LATENCY: LatencyProfile = { networkMs: [1, 10], storeMs: [1, 5] };
/** With `faults: all`. */
const EVEN_WEIGHT = 50;
/** What stays between the last deadline and a default end, in ms. */
const CALM_MS = 5_000;

/** Null if something is wrong; `problems` then says what. */
export function resolveScenario(
  file: string,
  text: string,
  written: ScenarioFile,
  problems: Problems,
): Scenario | null {
  const name = (file.split(/[/\\]/).at(-1) ?? file).replace(/\.ya?ml$/, '');
  checkRules(written.rules, problems);
  const settings = resolveSettings(written.settings ?? {}, problems);
  const topology = resolveTopology(written, settings, problems);
  const cast = new Cast(topology, problems);
  const placed = resolveSteps(written.steps ?? [], cast, problems);
  new Story(problems).tell(placed);
  const holds = resolveHolds(written.holds ?? [], cast, problems);
  const workload = written.workload === undefined ? null : resolveWorkload(written.workload, cast);
  const steps = placed.map(({ step }) => step);
  const endMs =
    written.end === undefined
      ? lastMs(steps, holds, workload) + settings.leaseMs + CALM_MS
      : cast.ms(written.end, ['end']);
  checkEnd(endMs, placed, holds, workload, problems);
  const faults = resolveFaults(written.faults);
  const latency = resolveLatency(written.latency, cast, problems);
  const random = workload !== null || Object.keys(faults).length > 0;
  const expect = resolveExpectation(written.expect ?? {}, cast, problems);
  if (problems.found.length > 0) return null;
  return {
    name,
    file,
    title: written.title,
    rules: written.rules,
    tags: written.tags ?? [],
    textHash: textHash(text),
    plan: { topology, settings, steps, holds, faults: {}, latency, endMs },
    workload,
    faults,
    drawsLatency: random && written.latency === undefined,
    expect,
  };
}

/** Protocol and harness number their rules up to here. */
const LAST_RULE: Readonly<Record<string, number>> = { P: 28, H: 7 };

function checkRules(rules: readonly string[], problems: Problems): void {
  for (const [i, rule] of rules.entries()) {
    const [, letter, number] = /^([PH])([1-9]\d?)$/.exec(rule) ?? [];
    if (letter === undefined || Number(number) > (LAST_RULE[letter] ?? 0)) {
      problems.add(['rules', i], `unknown rule "${rule}"; there is P1 to P28, and H1 to H7`);
    }
  }
}

function resolveTopology(
  written: ScenarioFile,
  settings: Scenario['plan']['settings'],
  problems: Problems,
): Topology {
  if (written.room !== undefined && written.rooms !== undefined) {
    problems.add(['room'], 'a scenario has one room, or rooms by code, not both', null, 'key');
  }
  const policies = Object.entries(written.rooms ?? { [ROOM]: written.room ?? {} });
  const rooms = policies.map(([code, policy]) => {
    const path: Path = written.rooms === undefined ? ['room'] : ['rooms', code];
    return { code, policy: resolvePolicy(policy, settings, path, problems) };
  });
  if (rooms.length === 0) problems.add(['rooms'], 'a scenario has at least one room');
  const codes = rooms.map(({ code }) => code);
  const { servers = 2, workers = 2 } = written;
  return { servers, workers, members: resolveMembers(written, codes, problems), rooms };
}

function resolveMembers(
  { members }: ScenarioFile,
  rooms: readonly string[],
  problems: Problems,
): Topology['members'] {
  const [first = ROOM] = rooms;
  const seen = new Set<string>();
  return members.map((member, i) => {
    const { name, room } = typeof member === 'string' ? { name: member, room: first } : member;
    if (seen.has(name)) problems.add(['members', i], `there are two members "${name}"`);
    if (/^(server|worker)-\d+$/.test(name)) {
      problems.add(['members', i], `"${name}" is the name of a process: choose another`);
    }
    if (!rooms.includes(room)) {
      problems.add(['members', i, 'room'], `unknown room "${room}"`, nearest(room, rooms));
    }
    if (typeof member === 'string' && rooms.length > 1) {
      problems.add(['members', i], `with several rooms a member says which: { name: ${name}, room: ${first} }`);
    }
    seen.add(name);
    return { name, room };
  });
}

/** What members do by chance, unless the file weighs it otherwise: absences, mostly. */
const DEFAULT_WEIGHTS: Workload['weights'] = {
  drop: 30,
  close: 20,
  reload: 8,
  'second-tab': 5,
  forget: 5,
  leave: 6,
  remove: 2,
  'set-eligible': 5,
  transfer: 6,
  end: 1,
  forge: 4,
  operator: 2,
};
const DEFAULT_ACTIONS_PER_MINUTE = 60;
/** By when everybody is there, if the file does not say. */
const DEFAULT_FROM_MS = 3_000;

function resolveWorkload({ from, for: length, actions, weights }: WrittenWorkload, cast: Cast): Workload {
  const given = weights ?? {};
  const entries = WORKLOAD_ACTIONS.map((action) => [action, given[action] ?? DEFAULT_WEIGHTS[action]]);
  return {
    fromMs: from === undefined ? DEFAULT_FROM_MS : cast.ms(from, ['workload', 'from']),
    forMs: cast.ms(length, ['workload', 'for']),
    actionsPerMinute: actions ?? DEFAULT_ACTIONS_PER_MINUTE,
    weights: Object.fromEntries(entries) as Workload['weights'],
  };
}

const resolveFaults = (written: ScenarioFile['faults']): FaultWeights => {
  if (written !== 'all') return written ?? {};
  return Object.fromEntries(FAULT_KINDS.map((kind) => [kind, EVEN_WEIGHT])) as FaultWeights;
};

function resolveLatency(
  written: ScenarioFile['latency'],
  cast: Cast,
  problems: Problems,
): LatencyProfile {
  const bounds = (
    given: WrittenBounds | undefined,
    fallback: LatencyProfile['networkMs'],
    path: Path,
  ): LatencyProfile['networkMs'] => {
    if (given === undefined) return fallback;
    const [low, high] = typeof given === 'object' ? given : [given, given];
    const range = [cast.ms(low, path), cast.ms(high, path)] as const;
    if (range[0] > range[1]) problems.add(path, `the range runs backwards: ${low} to ${high}`);
    return range;
  };
  return {
    networkMs: bounds(written?.network, DEFAULT_LATENCY.networkMs, ['latency', 'network']),
    storeMs: bounds(written?.store, DEFAULT_LATENCY.storeMs, ['latency', 'store']),
  };
}

const lastMs = (
  steps: readonly PlannedStep[],
  holds: readonly Hold[],
  workload: Workload | null,
): number =>
  Math.max(
    0,
    ...steps.map(({ atMs }) => atMs),
    ...holds.map(({ fromMs, until }) => (until.kind === 'time' ? until.atMs : fromMs)),
    workload === null ? 0 : workload.fromMs + workload.forMs,
  );

function checkEnd(
  endMs: number,
  steps: readonly PlacedStep[],
  holds: readonly Hold[],
  workload: Workload | null,
  problems: Problems,
): void {
  const late = (atMs: number, path: Path, what: string): void => {
    if (atMs > endMs) problems.add(path, `${what} at ${atMs} ms is after the end at ${endMs} ms`);
  };
  if (endMs < 1) problems.add(['end'], 'the end must be later than the start');
  for (const { step, path } of steps) late(step.atMs, [...path, 'at'], 'a step');
  for (const [i, { fromMs, until }] of holds.entries()) {
    late(fromMs, ['holds', i, 'from'], 'a hold');
    if (until.kind === 'time') late(until.atMs, ['holds', i, 'until'], 'what a hold waits for');
  }
  if (workload !== null) {
    late(workload.fromMs + workload.forMs, ['workload', 'for'], 'the last of the workload');
  }
}
