import { describe, expect, it } from 'vitest';
import { RandomStrategy } from './random.ts';

const drawn = (seed: number, bound: number, count: number): readonly number[] => {
  const strategy = new RandomStrategy(seed);
  return Array.from({ length: count }, () => strategy.choose('value', bound));
};

describe('random choices', () => {
  it('H2: a seed gives the same choices for ever', () => {
    expect(drawn(1, 1_000, 8)).toMatchInlineSnapshot(`
      [
        973,
        415,
        122,
        130,
        721,
        566,
        187,
        15,
      ]
    `);
    expect(drawn(4_294_967_295, 1_000, 8)).toMatchInlineSnapshot(`
      [
        405,
        813,
        974,
        737,
        455,
        427,
        50,
        341,
      ]
    `);
  });

  it('H1: neighbouring seeds do not begin alike', () => {
    const firsts = Array.from({ length: 100 }, (_, seed) => drawn(seed, 1_000_000, 1)[0]);
    expect(new Set(firsts).size).toBe(100);
  });

  it('H1: every choice comes about as often as any other', () => {
    const counts = new Array<number>(7).fill(0);
    for (const choice of drawn(5, 7, 7_000)) counts[choice] = (counts[choice] ?? 0) + 1;
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });
});
