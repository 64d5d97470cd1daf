/** A run as people name it: scenario, seed, and what the system is made of. What it does depends on nothing else (H2). */
import type { SystemUnderTest } from '../system-under-test.ts';
import { INVARIANTS } from '../invariants/all.ts';
import type { Strategy } from '../kernel/choices.ts';
import { planOf } from '../plan/generate.ts';
import type { Plan } from '../plan/plan.ts';
import type { Scenario } from '../plan/scenario.ts';
import { RandomStrategy } from '../strategies/random.ts';
import { lobbySystem, type MakeEngine } from '../systems/lobby-system.ts';
import type { Variant } from '../variants/variant.ts';
import { realClient } from '../world/page.ts';
import type { RunInput } from './run.ts';

/** What a run is made of, besides its seed. */
export type RunSetup = {
  readonly scenario: Scenario;
  readonly strategy: 'random';
  readonly variant: Variant | null;
} & (
  | { readonly makeEngine: MakeEngine; readonly system?: never }
  /** In the place of the built-in lobby. */
  | { readonly system: SystemUnderTest; readonly makeEngine?: never }
);

/** The run that a seed makes of a setup. */
export const seededRun = (setup: RunSetup, seed: number, recording: boolean): RunInput =>
  plannedRun(setup, planOf(setup.scenario, seed), new RandomStrategy(seed), recording);

/** A run of a plan that is already there, with another producer of choices. */
export function plannedRun(
  setup: RunSetup,
  plan: Plan,
  strategy: Strategy,
  recording: boolean,
): RunInput {
  const { scenario, variant } = setup;
  return {
    plan,
    strategy,
    system: systemOf(setup),
    makeClient: variant?.makeClient ?? realClient,
    invariants: INVARIANTS,
    expected: { rules: scenario.rules, expect: scenario.expect },
    recording,
  };
}

const systemOf = (setup: RunSetup): SystemUnderTest =>
  setup.system ?? lobbySystem(setup.makeEngine, setup.variant?.lobby);
