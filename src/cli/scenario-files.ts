/** Scenario files: those of the package by name, any other by its path. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { parseScenario, scenarioErrorText } from '../../sim/plan/parse-scenario.ts';
import type { Scenario } from '../../sim/plan/scenario.ts';
import { packageRoot } from './package-root.ts';
import { unknownName, UsageError } from './usage-error.ts';

export interface LoadedScenario {
  readonly scenario: Scenario;
  /** What names it on a command line: its name, or for a file of the caller's own the path as it was given. */
  readonly word: string;
  /** A minimal failure that is kept, and runs first (harness §4). */
  readonly isRegression: boolean;
}

interface Packaged {
  readonly name: string;
  readonly path: string;
  readonly isRegression: boolean;
}

/** Every scenario of the package, by name. */
export const packagedScenarios = (): readonly LoadedScenario[] => loadAll(packaged());

/** Scenarios by name or by path, in the order given. */
export function namedScenarios(words: readonly string[]): readonly LoadedScenario[] {
  const known = packaged();
  const loaded = words.map((word) => named(word, known));
  for (const [i, { scenario, word }] of loaded.entries()) {
    const twin = loaded.slice(0, i).find((other) => other.scenario.name === scenario.name);
    if (twin !== undefined) {
      throw new UsageError(
        twin.word === word
          ? `"${word}" is given twice: once is enough`
          : `"${twin.word}" and "${word}" are both called "${scenario.name}": each needs a name of its own`,
      );
    }
  }
  return loaded;
}

function named(word: string, known: readonly Packaged[]): LoadedScenario {
  if (isPath(word)) return { scenario: load(word, word), word, isRegression: false };
  const found = known.find(({ name }) => name === word);
  if (found === undefined)
    throw unknownName(
      'scenario',
      word,
      known.map(({ name }) => name),
    );
  return loadPackaged(found);
}

const isPath = (word: string): boolean =>
  word.includes('/') || word.includes(sep) || /\.ya?ml$/.test(word);

function packaged(): readonly Packaged[] {
  const folder = join(packageRoot(), 'scenarios');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ya?ml$/.test(file))
    .sort()
    .map((file) => ({
      name: basename(file).replace(/\.ya?ml$/, ''),
      path: join(folder, file),
      isRegression: file.startsWith(`regressions${sep}`),
    }));
}

function loadAll(files: readonly Packaged[]): readonly LoadedScenario[] {
  const problems: string[] = [];
  const loaded = files.flatMap((file) => {
    try {
      return [loadPackaged(file)];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(error.message);
      return [];
    }
  });
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return loaded;
}

const loadPackaged = ({ name, path, isRegression }: Packaged): LoadedScenario => ({
  scenario: load(path, shown(path)),
  word: name,
  isRegression,
});

/** Relative to where the caller is, if it is below. */
function shown(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near;
}

function load(path: string, shownAs: string): Scenario {
  const parsed = parseScenario(shownAs, read(path, shownAs));
  if (parsed.ok) return parsed.scenario;
  throw new UsageError(parsed.errors.map(scenarioErrorText).join('\n'));
}

function read(path: string, shownAs: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    const why = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${String(code)})`;
    throw new UsageError(`${shownAs}: ${why}; expected a scenario file (YAML)`);
  }
}
