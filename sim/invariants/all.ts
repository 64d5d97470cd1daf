/** Every invariant, by id: what a run is held to unless it is told otherwise. */
import { compareIds } from '../../src/core/ids.ts';
import type { Invariant } from './invariant.ts';
import { singleHost } from './single-host.ts';

export const INVARIANTS: readonly Invariant[] = [singleHost].sort((a, b) =>
  compareIds(a.id, b.id),
);
