import { expect, it } from 'vitest';
import { seedOf, textHash } from './seeds.ts';

it('H2: seeds are pinned: a change of them makes every printed repro stale', () => {
  expect([
    seedOf(0, 'host-back-at-29s', 0),
    seedOf(0, 'host-back-at-29s', 1),
    seedOf(1, 'host-back-at-29s', 0),
    seedOf(0, 'random-lease', 0),
    seedOf(2 ** 40, 'random-lease', 0),
  ]).toMatchInlineSnapshot(`
    [
      299616086,
      1152417246,
      3530505202,
      1946930074,
      3203756860,
    ]
  `);
  expect(textHash('title: x\n')).toMatchInlineSnapshot(`"0d20f6f0"`);
});

it('H2: seeds of different runs differ, and fit in 32 bits', () => {
  const seeds = new Set<number>();
  for (const name of ['random-lease', 'random-immediate']) {
    for (let base = 0; base < 10; base++) {
      for (let index = 0; index < 500; index++) seeds.add(seedOf(base, name, index));
    }
  }
  expect(seeds.size).toBe(10_000);
  for (const seed of seeds)
    expect(seed >= 0 && seed < 2 ** 32 && Number.isInteger(seed)).toBe(true);
});
