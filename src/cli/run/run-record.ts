/** What the runs so far came to: sums per scenario, and each failure with the file that it was kept in. */
import { planOf } from '../../../sim/plan/generate.ts';
import {
  addTallies,
  type CampaignFailure,
  type CampaignTally,
  EMPTY_TALLY,
  type SeedFailure,
} from '../../../sim/run/campaign.ts';
import { formatRepro, type Repro } from '../../../sim/run/repro.ts';
import { writeReproFile } from '../repro-file.ts';
import type { LoadedScenario } from '../scenario-files.ts';
import { UsageError } from '../usage-error.ts';
import type { RunFlags } from './run-flags.ts';
import type { SeedOutcome } from './seed-worker.ts';
import type { Chunk } from './work-list.ts';

export interface FailureRecord {
  readonly of: LoadedScenario;
  readonly seed: number;
  readonly failure: CampaignFailure;
  /** Of the run's trace. */
  readonly digest: bigint;
  readonly repro: string;
  /** Null: it could not be written. */
  readonly reproFile: string | null;
}

export class RunRecord {
  readonly scenarios: readonly LoadedScenario[];
  readonly #flags: RunFlags;
  readonly #tallies = new Map<LoadedScenario, CampaignTally>();
  readonly failures: FailureRecord[] = [];
  runs = 0;
  /** A bug in the harness itself, in words; null: none. */
  bug: string | null = null;
  /** What the caller has to put right, such as a full disk; null: nothing. */
  problem: string | null = null;
  /** Stopped because of `--max-failures`. */
  stoppedEarly = false;

  constructor(scenarios: readonly LoadedScenario[], flags: RunFlags) {
    this.scenarios = scenarios;
    this.#flags = flags;
  }

  /** Keeps an outcome; false: that is enough. */
  add({ of }: Chunk, { tally, bug, problem }: SeedOutcome): boolean {
    const { failures, ...sums } = tally;
    this.runs += tally.runs;
    this.#tallies.set(of, addTallies(this.tallyOf(of), { ...sums, failures: [] }));
    for (const failure of failures) this.#keep(of, failure);
    this.bug ??= bug;
    this.problem ??= problem;
    this.stoppedEarly = this.failures.length >= this.#flags.maxFailures;
    return this.bug === null && this.problem === null && !this.stoppedEarly;
  }

  tallyOf(of: LoadedScenario): CampaignTally {
    return this.#tallies.get(of) ?? EMPTY_TALLY;
  }

  get whole(): CampaignTally {
    return this.scenarios.map((of) => this.tallyOf(of)).reduce(addTallies, EMPTY_TALLY);
  }

  failuresOf(of: LoadedScenario): readonly FailureRecord[] {
    return this.failures.filter((failure) => failure.of === of);
  }

  #keep(of: LoadedScenario, { seed, failure, choices, digest }: SeedFailure): void {
    const { store, shape, variant = null, strategy, out } = this.#flags;
    const { name, textHash } = of.scenario;
    const run = { scenario: of.word, seed, strategy, textHash, variant, store, shape };
    const repro = formatRepro(run);
    const reproFile = this.#written(() =>
      writeReproFile(out, fileName(name, run), {
        repro,
        ...run,
        plan: planOf(of.scenario, seed),
        choices,
        failure,
      }),
    );
    this.failures.push({ of, seed, failure, digest, repro, reproFile });
  }

  /** The path that `write` gives; null, and a problem, if it cannot. */
  #written(write: () => string): string | null {
    try {
      return write();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      this.problem ??= error.message;
      return null;
    }
  }
}

const fileName = (
  name: string,
  { seed, variant, store, shape }: Pick<Repro, 'seed' | 'variant' | 'store' | 'shape'>,
): string =>
  [
    name,
    String(seed),
    variant ?? '',
    store === 'memory' ? '' : store,
    shape === 'coordinator' ? '' : shape,
  ]
    .filter((part) => part !== '')
    .join('-');
