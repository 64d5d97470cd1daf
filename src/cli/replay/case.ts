/** The run that a repro names: from the word alone, or with the plan and the choices of a repro file. */
import { existsSync } from 'node:fs';
import type { RunInput } from '../../../sim/run/run.ts';
import { plannedRun, type RunSetup, seededRun } from '../../../sim/run/run-case.ts';
import { parseRepro, type Repro } from '../../../sim/run/repro.ts';
import { ReplayStrategy } from '../../../sim/strategies/replay.ts';
import type { Variant } from '../../../sim/variants/variant.ts';
import { namedVariant } from '../named-variant.ts';
import { readReproFile, type ReproFile } from '../repro-file.ts';
import { type LoadedScenario, namedScenarios } from '../scenario-files.ts';
import { UsageError } from '../usage-error.ts';

export interface ReplayCase {
  /** The word that names the run. */
  readonly repro: string;
  readonly of: LoadedScenario;
  readonly seed: number;
  readonly variant: Variant | null;
  readonly store: Repro['store'];
  readonly shape: Repro['shape'];
  /** The run, afresh each time. */
  readonly input: (setup: RunSetup, recording: boolean) => CaseInput;
  /** Why it can no longer be what it was; null: nothing speaks against it. */
  readonly stale: string | null;
}

export interface CaseInput {
  readonly input: RunInput;
  /** How many recorded choices nobody asked for, once it has run. */
  readonly choicesLeft: () => number;
}

export function replayCase(written: string): ReplayCase {
  const word = parseRepro(written);
  if (!('error' in word)) return caseOfWord(written, word);
  if (existsSync(written)) return caseOfFile(readReproFile(written));
  const isPath = /[/\\]|\.json$/.test(written);
  if (isPath && written.split(':').length < 4) {
    throw new UsageError(`${written}: there is no such file; expected a repro or a repro file`);
  }
  throw new UsageError(`${word.error}, or the path of a repro file`);
}

const caseOfWord = (written: string, word: Repro): ReplayCase => ({
  ...named(word),
  repro: written,
  input: (setup, recording) => ({
    input: seededRun(setup, word.seed, recording),
    choicesLeft: () => 0,
  }),
});

const caseOfFile = (file: ReproFile): ReplayCase => ({
  ...named(file),
  repro: file.repro,
  input: (setup, recording) => {
    const strategy = new ReplayStrategy(file.choices);
    const input = plannedRun(setup, file.plan, strategy, recording);
    return { input, choicesLeft: () => strategy.left };
  },
});

function named(
  run: Pick<Repro, 'scenario' | 'seed' | 'variant' | 'store' | 'shape' | 'textHash'>,
): Omit<ReplayCase, 'repro' | 'input'> {
  const [of] = namedScenarios([run.scenario]);
  if (of === undefined) throw new UsageError(`no scenario "${run.scenario}"`);
  const { name, textHash } = of.scenario;
  const variant = run.variant === null ? null : namedVariant(run.variant);
  const stale =
    textHash === run.textHash
      ? null
      : `it was made for another text of the scenario ${name} (${run.textHash}, now ${textHash}); run the scenario again`;
  return { of, seed: run.seed, variant, store: run.store, shape: run.shape, stale };
}
