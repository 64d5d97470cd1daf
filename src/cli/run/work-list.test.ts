import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedScenarios } from '../scenario-files.ts';
import { chunks, runsOf, type Work } from './work-list.ts';

const SCENARIOS = namedScenarios(['host-flaps', 'random-lease', 'vacancy-hold']);

function runsIn(work: Work): readonly string[] {
  const runs: string[] = [];
  for (const { of, from, to, every } of chunks(work)) {
    for (let index = from; index <= to; index += every) runs.push(`${of.word} ${index}`);
  }
  return runs;
}

describe('H2: shards', () => {
  it('share out all runs, for every number of them', () => {
    const range = fc.record({ from: fc.integer({ min: 1, max: 40 }), more: fc.nat(60) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), range, (of, { from, more }) => {
        const indicesOf = () => ({ from, to: from + more });
        const whole = { scenarios: SCENARIOS, indicesOf, shard: null };
        const shards = Array.from({ length: of }, (_, i) => ({
          ...whole,
          shard: { index: i + 1, of },
        }));
        const parts = shards.map(runsIn);
        expect(parts.flat().sort()).toEqual([...runsIn(whole)].sort());
        expect(parts.map((part) => part.length)).toEqual(shards.map(runsOf));
      }),
      { numRuns: 100, seed: 1 },
    );
  });

  it('get one run each of three scenarios with a single seed', () => {
    const indicesOf = () => ({ from: 1, to: 1 });
    for (const index of [1, 2, 3]) {
      expect(runsOf({ scenarios: SCENARIOS, indicesOf, shard: { index, of: 3 } })).toBe(1);
    }
  });

  it('show early what is broken anywhere: a few seeds of each scenario first', () => {
    const work = { scenarios: SCENARIOS, indicesOf: () => ({ from: 1, to: 100 }), shard: null };
    const [a, b, c, again] = [...chunks(work)];
    expect([a, b, c, again].map((chunk) => chunk?.of.word)).toEqual([
      'host-flaps',
      'random-lease',
      'vacancy-hold',
      'host-flaps',
    ]);
  });

  it('run kept regressions first', () => {
    const [first, ...others] = SCENARIOS;
    if (first === undefined) throw new Error('no scenario');
    const scenarios = [...others, { ...first, isRegression: true }];
    const [chunk] = chunks({ scenarios, indicesOf: () => ({ from: 1, to: 9 }), shard: null });
    expect(chunk?.of.word).toBe(first.word);
  });
});
