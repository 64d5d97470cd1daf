/** Every kind of fault that a scenario can ask for (harness §2). */
import { RANDOM_FAULTS, type RandomFault } from './plan.ts';

/** Faults that the plan puts at a time; the random ones of `plan.ts` act by chance where they can. */
export const SCHEDULED_FAULTS = [
  'server-crash',
  'server-pause',
  'worker-crash',
  'worker-pause',
  'half-open',
  'clean-close',
  'clock-offset',
  'clock-drift',
  'partition',
  'store-outage',
  'reconnect-storm',
  'policy-switch',
  'two-tabs',
  'generation-rollover',
] as const;
export type ScheduledFault = (typeof SCHEDULED_FAULTS)[number];

export type FaultKind = RandomFault | ScheduledFault;
export const FAULT_KINDS: readonly FaultKind[] = [...RANDOM_FAULTS, ...SCHEDULED_FAULTS];
