import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { configure } from 'safe-stable-stringify';
import { describe, expect, it } from 'vitest';
import { Digest, hex64 } from '../kernel/digest.ts';
import { FAULT_KINDS } from './fault-kinds.ts';
import { planArbitrary, planOf } from './generate.ts';
import { parseScenario, scenarioErrorText } from './parse-scenario.ts';
import { type Plan, RANDOM_FAULTS } from './plan.ts';
import type { Scenario } from './scenario.ts';

const stringify = configure({ deterministic: true });
const DIRECTORY = new URL('../../scenarios/', import.meta.url);
const RANDOM = ['random-lease', 'random-immediate', 'random-rollover'];

function parsed(file: string, text: string): Scenario {
  const result = parseScenario(file, text);
  if (!result.ok) throw new Error(result.errors.map(scenarioErrorText).join('\n'));
  return result.scenario;
}

const scenarioOf = (name: string): Scenario =>
  parsed(`scenarios/${name}.yaml`, readFileSync(new URL(`${name}.yaml`, DIRECTORY), 'utf8'));

function digestOf(plan: Plan): string {
  const digest = new Digest();
  digest.text(stringify(plan) ?? '');
  return hex64(digest.value());
}

/** Independent of the scenarios, so that their wording can change. */
const PINNED = parsed(
  'pinned.yaml',
  `title: Pinned
rules: [H2]
members: [ana, ben, cleo]
settings: { leaseMs: 4s, heartbeatMs: 1s, heartbeatTimeoutMs: 3s }
workload: { for: 20s }
faults: all
end: 25s
`,
);

describe('H1: plans from a seed', () => {
  it('H1: without anything random a plan is what is written, for every seed', () => {
    const scenario = scenarioOf('host-back-at-29s');
    expect(planOf(scenario, 1)).toEqual(scenario.plan);
    expect(planOf(scenario, 2)).toEqual(scenario.plan);
  });

  it.each(RANDOM)(
    'H2: %s and a seed give one plan, also for a scenario that was read again',
    (name) => {
      const [first, again] = [scenarioOf(name), scenarioOf(name)];
      const digests = new Set<string>();
      for (let seed = 0; seed < 50; seed++) {
        const plan = planOf(first, seed);
        expect(planOf(again, seed)).toEqual(plan);
        digests.add(digestOf(plan));
      }
      expect(digests.size).toBe(50);
    },
  );

  it('H2: plans are pinned: a change of them makes every printed repro stale', () => {
    const digests = [0, 1, 2, 4_294_967_295].map((seed) => digestOf(planOf(PINNED, seed)));
    expect(digests).toMatchInlineSnapshot(`
      [
        "885dafc44c03394a",
        "b68e3503fdd550e7",
        "cb6263ca501a86ae",
        "48cc4c967ab9bf09",
      ]
    `);
  });

  it.each(RANDOM)('H1: every step of %s is within its bounds, in order of time', (name) => {
    const scenario = scenarioOf(name);
    const { topology, endMs } = scenario.plan;
    const members = topology.members.map((member) => member.name);
    for (let seed = 0; seed < 500; seed++) {
      const { steps, latency, faults } = planOf(scenario, seed);
      let beforeMs = 0;
      for (const step of steps) {
        expect(Number.isInteger(step.atMs) && step.atMs >= beforeMs && step.atMs <= endMs).toBe(
          true,
        );
        beforeMs = step.atMs;
      }
      const acting = steps.flatMap((step) => (step.who === 'member' ? [step.member] : []));
      expect(acting.filter((member) => !members.includes(member))).toEqual([]);
      expect(latency.networkMs[0]).toBeLessThanOrEqual(latency.networkMs[1]);
      expect(latency.storeMs[0]).toBeLessThanOrEqual(latency.storeMs[1]);
      for (const rate of Object.values(faults)) {
        expect(Number.isInteger(rate) && rate >= 1 && rate <= 300).toBe(true);
      }
    }
  });

  it.each(RANDOM)('H6: every crash and pause of %s is over before the end', (name) => {
    const scenario = scenarioOf(name);
    for (let seed = 0; seed < 500; seed++) {
      const state = new Map<string, string>();
      for (const step of planOf(scenario, seed).steps) {
        if (step.who !== 'process' || step.does === 'clock' || step.does === 'drift') continue;
        const before = state.get(step.process) ?? 'up';
        const needs = { crash: 'up', pause: 'up', restart: 'crash', unpause: 'pause' }[step.does];
        expect(before).toBe(needs);
        state.set(step.process, needs === 'up' ? step.does : 'up');
      }
      expect([...state.values()].every((now) => now === 'up')).toBe(true);
    }
  });
});

/** What tells that a fault of the kind was planned. */
const SIGNS: Readonly<Record<string, (plan: Plan) => boolean>> = {
  'server-crash': hasProcessStep('server', 'crash'),
  'server-pause': hasProcessStep('server', 'pause'),
  'worker-crash': hasProcessStep('worker', 'crash'),
  'worker-pause': hasProcessStep('worker', 'pause'),
  'clock-offset': ({ steps }) =>
    steps.some((step) => step.who === 'process' && step.does === 'clock' && step.offsetMs !== 0),
  'clock-drift': hasStep('process', 'drift'),
  partition: hasStep('network', 'cut'),
  'store-outage': hasStep('store', 'down'),
  'reconnect-storm': hasStep('network', 'storm'),
  'policy-switch': ({ steps }) =>
    steps.some((step) => step.who === 'operator' && step.does.kind === 'set-policy'),
  'half-open': ({ steps, settings }) =>
    steps.some(
      (step) => 'serverNoticesMs' in step && (step.serverNoticesMs ?? 0) >= settings.leaseMs,
    ),
  'clean-close': hasMemberStep('close'),
  'two-tabs': hasMemberStep('second-tab'),
  'generation-rollover': ({ steps }) =>
    steps.filter((step) => step.who === 'member' && step.does === 'open').length > 1,
};

function hasProcessStep(kind: string, does: string): (plan: Plan) => boolean {
  return ({ steps }) =>
    steps.some(
      (step) => step.who === 'process' && step.process.startsWith(kind) && step.does === does,
    );
}

function hasMemberStep(does: string): (plan: Plan) => boolean {
  return hasStep('member', does);
}

function hasStep(who: string, does: string): (plan: Plan) => boolean {
  return ({ steps }) => steps.some((step) => step.who === who && step.does === does);
}

describe('H7: faults are two-level', () => {
  it('H7: every kind is on in some runs and off in others', () => {
    const quiet = parsed(
      'quiet.yaml',
      `title: Only faults
rules: [H7]
members: [ana, ben, cleo]
settings: { leaseMs: 4s, heartbeatMs: 1s, heartbeatTimeoutMs: 3s }
workload: { for: 25s, actions: 1, weights: { drop: 0, close: 0, second-tab: 0, end: 0 } }
faults: all
`,
    );
    const plans = Array.from({ length: 300 }, (_, seed) => planOf(quiet, seed));
    const seldom = FAULT_KINDS.filter((kind) => {
      const sign = SIGNS[kind] ?? ((plan: Plan) => Object.keys(plan.faults).includes(kind));
      const on = plans.filter(sign).length;
      return on < 30 || on > 270;
    });
    expect(seldom).toEqual([]);
  });

  it('H7: a kind acts with several strengths, and never if the scenario does not ask for it', () => {
    const rates = new Set<number>();
    for (let seed = 0; seed < 300; seed++) {
      const { faults } = planOf(scenarioOf('lossy-network'), seed);
      rates.add(faults['message-drop'] ?? 0);
      const others = RANDOM_FAULTS.filter((kind) => !kind.startsWith('message'));
      expect(others.filter((kind) => faults[kind] !== undefined)).toEqual([]);
    }
    expect(rates.size).toBe(5);
  });
});

describe('H1: a random plan tells of moments that matter', () => {
  const plans = Array.from({ length: 300 }, (_, seed) => planOf(PINNED, seed));

  it('P6: absences end just before, at, and just after a deadline', () => {
    const offsets = new Set<number>();
    for (const { steps, settings } of plans) {
      for (const [i, step] of steps.entries()) {
        if (step.who !== 'member' || step.does !== 'drop') continue;
        const back = steps
          .slice(i)
          .find(
            (later) =>
              later.who === 'member' && later.member === step.member && later.does === 'return',
          );
        if (back === undefined) continue;
        offsets.add(back.atMs - step.atMs - (step.serverNoticesMs ?? 0) - settings.leaseMs);
      }
    }
    for (const offset of [-1, 0, 1]) expect(offsets).toContain(offset);
  });

  it('P3: members act in the same millisecond', () => {
    const collisions = plans.filter(({ steps }) =>
      steps.some((step, i) => {
        const next = steps[i + 1];
        return (
          step.who === 'member' &&
          next?.who === 'member' &&
          next.atMs === step.atMs &&
          next.member !== step.member
        );
      }),
    );
    expect(collisions.length).toBeGreaterThan(100);
  });

  it('H1: a plan shrinks to what is written, with nothing by chance', () => {
    const failing = fc.check(
      fc.property(planArbitrary(PINNED), ({ steps }) =>
        steps.every((step) => step.who !== 'member' || step.does !== 'drop'),
      ),
      { seed: 3, numRuns: 100 },
    );
    const [shrunk] = failing.counterexample ?? [];
    const drops = (shrunk?.steps ?? []).filter(
      (step) => step.who === 'member' && step.does === 'drop',
    );
    expect(drops).toHaveLength(1);
    // Three arrivals, the drop, and perhaps its return.
    expect(shrunk?.steps.length).toBeLessThanOrEqual(5);
    expect(shrunk?.faults).toEqual({});
  });
});
