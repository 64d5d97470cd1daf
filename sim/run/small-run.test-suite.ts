/** Runs for tests: of scenario files on the built-in lobby, and of tiny systems on plans of a few lines. */
import { readdirSync, readFileSync } from 'node:fs';
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts';
import { MemoryStore } from '../../src/stores/memory-store.ts';
import type {
  RunningSystem,
  RunPorts,
  ServerProcess,
  SystemUnderTest,
} from '../system-under-test.ts';
import { parseScenario, scenarioErrorText } from '../plan/parse-scenario.ts';
import type { Plan, PlannedStep } from '../plan/plan.ts';
import type { Scenario } from '../plan/scenario.ts';
import { RandomStrategy } from '../strategies/random.ts';
import type { MakeEngine } from '../systems/lobby-system.ts';
import { realClient } from '../world/page.ts';
import type { RunInput } from './run.ts';
import type { RunSetup } from './run-case.ts';

const DIRECTORY = new URL('../../scenarios/', import.meta.url);

export const scenarioNames = (): readonly string[] =>
  readdirSync(DIRECTORY, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .sort();

/** A scenario file; or, with a text, one that a test makes up. */
export function scenarioOf(name: string, made?: string): Scenario {
  const text = made ?? readFileSync(new URL(`${name}.yaml`, DIRECTORY), 'utf8');
  const result = parseScenario(`scenarios/${name}.yaml`, text);
  if (!result.ok) throw new Error(result.errors.map(scenarioErrorText).join('\n'));
  return result.scenario;
}

const inMemory: MakeEngine = ({ storeNow, settings, targets }) =>
  new MemoryStore(storeNow, { heartbeatTimeoutMs: settings.heartbeatTimeoutMs, targets });

/** A scenario on the built-in lobby, or on another system. */
export const setupOf = (scenario: Scenario, system?: SystemUnderTest): RunSetup => ({
  scenario,
  strategy: 'random',
  variant: null,
  ...(system === undefined ? { makeEngine: inMemory } : { system }),
});

const QUIET: ServerProcess = { accept: () => {}, receive: () => {}, closed: () => {} };

/** A system that holds nothing and does nothing, but for the parts that are given. */
export const systemWith = (
  parts: (run: RunPorts) => Partial<RunningSystem>,
  ambient = false,
): SystemUnderTest => ({
  name: 'small',
  ambient,
  create: (run) => ({
    bootServer: () => Promise.resolve(QUIET),
    bootWorker: () => Promise.resolve(),
    operate: () => Promise.resolve(),
    inspect: () => null,
    isLive: () => true,
    anyLive: () => true,
    outages: () => [],
    retained: () => ({ from: 1, events: [] }),
    armed: () => null,
    close: () => {},
    ...parts(run),
  }),
});

/** One server, one worker, no members, 1 ms to everywhere, over after a second. */
export const planWith = (parts: Partial<Plan> = {}, steps: readonly PlannedStep[] = []): Plan => ({
  topology: { servers: 1, workers: 1, members: [], rooms: [] },
  settings: DEFAULT_SETTINGS,
  steps,
  holds: [],
  faults: {},
  latency: { networkMs: [1, 1], storeMs: [1, 1] },
  endMs: 1_000,
  ...parts,
});

export const inputOf = (
  system: SystemUnderTest,
  plan: Plan = planWith(),
  parts: Partial<RunInput> = {},
): RunInput => ({
  plan,
  system,
  strategy: new RandomStrategy(1),
  makeClient: realClient,
  invariants: [],
  expected: null,
  recording: false,
  ...parts,
});
