/** No invariant about authority complains of what the core decides, whoever sends what, over instances that come and go. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyLife, anyPolicy, take } from '../../src/core/random-life.test-suite.ts';
import { AUTHORITY_INVARIANTS } from './authority-invariants.test-suite.ts';
import { watched } from './watch-harness.test-suite.ts';

describe('P3: what the core commits', () => {
  it('P3: raises no complaint about authority, over any commands', () => {
    fc.assert(
      fc.property(anyPolicy, anyLife(60), (wanted, steps) => {
        const room = watched(AUTHORITY_INVARIANTS, 'ann bob Cat', wanted);
        for (const next of steps) {
          take(room, next);
          expect(room.complaints).toEqual([]);
        }
        room.monitor.ended();
        expect(room.complaints).toEqual([]);
      }),
      { seed: 20_240_301, numRuns: 400 },
    );
  });
});
