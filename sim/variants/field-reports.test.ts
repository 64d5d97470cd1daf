/** Each field report can fail: the design that it describes does not pass it, and is caught for the reason it names. */
import { describe, expect, it } from 'vitest';
import { seededRun } from '../run/run-case.ts';
import { scenarioNames, scenarioOf, setupOf } from '../run/small-run.test-suite.ts';
import { runStepping } from '../run/stepped-run.ts';
import { VARIANTS } from './all.ts';
import type { Variant } from './variant.ts';

const SEEDS = [1, 2, 3];

const reports = scenarioNames().filter((name) => name.startsWith('field/'));
const wordOf = (path: string): string => path.replace('field/', '');

async function found(path: string, variant: Variant | null): Promise<readonly string[]> {
  const invariants: string[] = [];
  for (const seed of SEEDS) {
    const setup = { ...setupOf(scenarioOf(path)), variant };
    const { failure } = await runStepping(seededRun(setup, seed, false), 'drain');
    if (failure !== null) invariants.push(failure.invariant);
  }
  return invariants;
}

describe.each(reports)('H5: %s', (path) => {
  const twins = VARIANTS.filter(({ breaks }) => breaks?.includes(wordOf(path)));

  it('has a twin that it catches, and holds without it', async () => {
    expect(twins).not.toEqual([]);
    expect(await found(path, null)).toEqual([]);
    for (const twin of twins) {
      const invariants = await found(path, twin);
      expect([twin.id, invariants.length > 0]).toEqual([twin.id, true]);
      const strange = invariants.filter((id) => !twin.caughtBy.includes(id));
      expect([twin.id, ...strange]).toEqual([twin.id]);
    }
  });
});
