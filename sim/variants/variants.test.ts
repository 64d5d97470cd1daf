/** Each known-bad design fails, by no other invariants than those it names. */
import { expect, it } from 'vitest';
import { seededRun } from '../run/run-case.ts';
import { scenarioNames, scenarioOf, setupOf } from '../run/small-run.test-suite.ts';
import { runStepping } from '../run/stepped-run.ts';
import { VARIANTS } from './all.ts';
import type { Variant } from './variant.ts';

const SEEDS = [1, 2, 3, 4];

async function caught(variant: Variant): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const scenario of scenarioNames().map((name) => scenarioOf(name))) {
    for (const seed of SEEDS) {
      const { failure } = await runStepping(
        seededRun({ ...setupOf(scenario), variant }, seed, false),
        'drain',
      );
      if (failure !== null) found.add(failure.invariant);
    }
  }
  return found;
}

it.each(
  VARIANTS.filter(({ breaks }) => breaks === undefined).map(
    (variant) => [variant.id, variant] as const,
  ),
)('H5: %s is caught, by what it says it is caught by', async (_id, variant) => {
  const found = await caught(variant);
  expect(found.has(variant.caughtBy[0] ?? '')).toBe(true);
  expect([...found].filter((id) => !variant.caughtBy.includes(id))).toEqual([]);
});
