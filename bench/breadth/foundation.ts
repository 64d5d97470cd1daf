/** What the foundation (commit 32106a1) checked and broke, by name; since then only more was added. */
import { INVARIANTS } from '../../sim/invariants/all.ts';
import type { Invariant } from '../../sim/invariants/invariant.ts';
import type { FaultKind } from '../../sim/plan/fault-kinds.ts';
import type { Scenario } from '../../sim/plan/scenario.ts';

const INVARIANT_IDS: readonly string[] = [
  'INV-ABSENCE',
  'INV-ACKNOWLEDGED',
  'INV-ARMED-TIMERS',
  'INV-BACKFILL',
  'INV-CLIENT-ORDER',
  'INV-CONVERGENCE',
  'INV-EARLY-PROMOTION',
  'INV-EMPTY-ROOM',
  'INV-EVENT-ORDER',
  'INV-EXIT',
  'INV-FEED',
  'INV-FENCING',
  'INV-HANDOFF-DUE',
  'INV-HANDOFF-FIRST',
  'INV-HOST-CHAIN',
  'INV-HOST-ONLY',
  'INV-HOSTLESS',
  'INV-IDEMPOTENT',
  'INV-LEASE',
  'INV-LOCKED-OUT',
  'INV-NONCE',
  'INV-PERSIST-FIRST',
  'INV-PRESENCE',
  'INV-PUBLISH-ORDER',
  'INV-PUBLISHED',
  'INV-REFUSAL',
  'INV-REJOIN',
  'INV-RETENTION',
  'INV-SECRETS',
  'INV-SEQUENCE',
  'INV-SINGLE-HOST',
  'INV-STATE',
  'INV-STORE-TIME',
  'INV-SUCCESSOR',
  'INV-SUPERSEDED',
  'INV-TOKEN',
  'INV-VOID',
];

const FAULTS: readonly FaultKind[] = [
  'message-drop',
  'message-delay',
  'message-duplicate',
  'message-reorder',
  'store-error',
  'store-answer-lost',
  'store-slow',
  'publisher-crash',
  'publication-failed',
  'server-crash',
  'server-pause',
  'worker-crash',
  'worker-pause',
  'half-open',
  'clean-close',
  'clock-offset',
  'two-tabs',
  'generation-rollover',
];

/** Its invariants, as they are written today. */
export const FOUNDATION_INVARIANTS: readonly Invariant[] = INVARIANT_IDS.map((id) => {
  const invariant = INVARIANTS.find((known) => known.id === id);
  if (invariant === undefined) throw new Error(`there is no invariant ${id} any more`);
  return invariant;
});

/** The scenario with none but its faults. */
export const underFoundationFaults = (scenario: Scenario): Scenario => ({
  ...scenario,
  faults: Object.fromEntries(
    Object.entries(scenario.faults).filter(([kind]) => FAULTS.some((known) => known === kind)),
  ),
});
