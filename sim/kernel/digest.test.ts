import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDigests, Digest, hex64 } from './digest.ts';

function digestOf(...words: readonly (number | string)[]): string {
  const digest = new Digest();
  for (const word of words) {
    if (typeof word === 'string') digest.text(word);
    else digest.add(word);
  }
  return hex64(digest.value());
}

const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

describe('the digest', () => {
  it('H2: is the same number for ever', () => {
    expect([
      digestOf(),
      digestOf(0),
      digestOf(1),
      digestOf(-1),
      digestOf('ana'),
      digestOf(1, 2, 3),
    ]).toMatchInlineSnapshot(`
        [
          "cb72770f92ca2f0e",
          "8eb1f171171268c0",
          "b54a574e9e3bd267",
          "b5da9c4e6baef101",
          "f34b05a8d2c39ca8",
          "4e475805e8d6adbb",
        ]
      `);
  });

  it('H2: has 16 lower-case hex digits, leading zeros too', () => {
    expect(hex64(0n)).toBe('0000000000000000');
    expect(hex64(0xabcn)).toBe('0000000000000abc');
    expect(hex64(2n ** 64n - 1n)).toBe('ffffffffffffffff');
  });

  it('H2: sums do not depend on order or grouping, and stay within 64 bits', () => {
    fc.assert(
      fc.property(fc.array(u64, { maxLength: 12 }), fc.nat(), (values, cut) => {
        const sum = (list: readonly bigint[]): bigint => list.reduce(addDigests, 0n);
        const at = values.length === 0 ? 0 : cut % values.length;
        const shards = addDigests(sum(values.slice(at)), sum(values.slice(0, at)));
        expect(shards).toBe(sum(values));
        expect(shards).toBe(sum(values.toReversed()));
        expect(hex64(shards)).toMatch(/^[0-9a-f]{16}$/);
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it('H2: order, length and grouping of what goes in count', () => {
    const all = [
      digestOf(1, 2),
      digestOf(2, 1),
      digestOf(1),
      digestOf(1, 2, 0),
      digestOf('ab', 'c'),
      digestOf('a', 'bc'),
      digestOf('abc', ''),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('H2: both halves depend on each word', () => {
    const halves = [0, 8].map(
      (from) =>
        new Set(Array.from({ length: 2_000 }, (_, i) => digestOf(i).slice(from, from + 8))).size,
    );
    for (const half of halves) expect(half).toBeGreaterThan(1_990);
  });

  it('starts afresh after a reset', () => {
    const digest = new Digest();
    digest.text('what was before');
    digest.reset();
    digest.add(1);
    expect(hex64(digest.value())).toBe(digestOf(1));
  });
});
