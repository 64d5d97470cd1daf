/** Gives a scenario file its meaning: defaults filled in, names and times checked, the story told once through. */
import { Cast } from './cast.ts';
import { written } from './duration.ts';
import type { Hold } from '../kernel/gates.ts';
import type { LatencyProfile, PlannedStep } from './plan.ts';
import type { Path, Problems } from './problem.ts';
import { resolveFaults, resolveWorkload } from './resolve-chance.ts';
import { resolveExpectation } from './resolve-expectation.ts';
import { resolveHolds } from './resolve-holds.ts';
import { resolveSettings } from './resolve-settings.ts';
import { type PlacedStep, resolveSteps } from './resolve-steps.ts';
import { resolveTopology } from './resolve-topology.ts';
import type { Scenario, Workload } from './scenario.ts';
import type { ScenarioFile, WrittenBounds } from './scenario-file.ts';
import { textHash } from './seeds.ts';
import { Story } from './story.ts';

const DEFAULT_LATENCY: LatencyProfile = { networkMs: [1, 10], storeMs: [1, 5] };
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
  const cast = new Cast(topology, settings, problems);
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
    if (atMs > endMs)
      problems.add(path, `${what} at ${written(atMs)} is after the end at ${written(endMs)}`);
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
