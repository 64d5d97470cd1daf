/**
 * The invariants that remember no more of a run than how its rooms stand now. The others look up what was asked, answered
 * and shown, however long ago: what they keep grows with the run, and would be taken for a leak of the lobby.
 */
import { INVARIANTS } from '../../sim/invariants/all.ts';
import type { Invariant } from '../../sim/invariants/invariant.ts';

const IDS: readonly string[] = [
  'INV-ABSENCE',
  'INV-ACKNOWLEDGED',
  'INV-CONVERGENCE',
  'INV-EARLY-PROMOTION',
  'INV-EMPTY-ROOM',
  'INV-EVENT-ORDER',
  'INV-EXIT',
  'INV-HANDOFF-FIRST',
  'INV-HOST-CHAIN',
  'INV-HOSTLESS',
  'INV-LEASE',
  'INV-OUTAGE',
  'INV-POLICY',
  'INV-PUBLISH-ORDER',
  'INV-RETRY-AFTER',
  'INV-SEQUENCE',
  'INV-SINGLE-HOST',
  'INV-STATE',
  'INV-STORE-TIME',
  'INV-SUCCESSOR',
  'INV-VOID',
];

export const BOUNDED_INVARIANTS: readonly Invariant[] = INVARIANTS.filter(({ id }) =>
  IDS.includes(id),
);
if (BOUNDED_INVARIANTS.length < IDS.length) throw new Error('an invariant has another id now');
