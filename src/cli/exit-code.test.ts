import { describe, expect, it } from 'vitest';
import { EXIT, gravest, verdictOf } from './exit-code.ts';

describe('H6: the gravest of several exit codes wins', () => {
  it.each([
    [[], EXIT.held],
    [[5, 130], 130],
    [[130, 6], 6],
    [[6, 3], 3],
    [[3, 1], 1],
    [[1, 4], 4],
    [[4, 2], 2],
    [[2, 70], 70],
  ] as const)('%j: %i', (codes, winner) => {
    expect(gravest(codes)).toBe(winner);
  });

  it('has a word for each', () => {
    expect(Object.values(EXIT).map(verdictOf)).toEqual([
      'pass',
      'fail',
      'error',
      'fail',
      'nondeterministic',
      'inconclusive',
      'stale',
      'error',
      'interrupted',
    ]);
  });
});
