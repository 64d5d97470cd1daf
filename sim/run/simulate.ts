/** Runs a system under test over the seeds of one scenario: what a foreign system's own tests call. */
import { hex64 } from '../kernel/digest.ts';
import { parseScenario, scenarioErrorText } from '../plan/parse-scenario.ts';
import type { SystemUnderTest } from '../system-under-test.ts';
import { runSeeds, type SeedRange } from './campaign.ts';

export interface Simulated {
  readonly runs: number;
  /** Scheduling points that were gone through. */
  readonly events: number;
  /** Of all traces together: 16 hex digits; the same for the same system, scenario and seeds. */
  readonly digest: string;
  readonly failures: readonly SimulatedFailure[];
}

export interface SimulatedFailure {
  /** Place in the scenario's seeds. */
  readonly index: number;
  /** `INV-…`. */
  readonly invariant: string;
  readonly rules: readonly string[];
  readonly message: string;
}

/** `text` is a scenario file's; an error in it is thrown, with file, line and column. */
export async function simulate(
  system: SystemUnderTest,
  scenario: { readonly file: string; readonly text: string },
  seeds: SeedRange,
): Promise<Simulated> {
  const parsed = parseScenario(scenario.file, scenario.text);
  if (!parsed.ok) throw new Error(parsed.errors.map(scenarioErrorText).join('\n'));
  const setup = { scenario: parsed.scenario, strategy: 'random', variant: null, system } as const;
  const { runs, events, digest, failures } = await runSeeds(setup, seeds);
  return {
    runs,
    events,
    digest: hex64(digest),
    failures: failures.map(({ index, failure: { invariant, rules, message } }) => ({
      index,
      invariant,
      rules,
      message,
    })),
  };
}
