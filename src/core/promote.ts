/** P6: promotion by expiry, allowed by exactly what its worker observed. */
import type { CommandOf } from './command.ts';
import type { Draft } from './draft.ts';
import { handOver } from './handoff.ts';
import type { RefusalCode } from './refusal.ts';
import { successor } from './succession.ts';

/** Null when authority has moved; otherwise which of the observed things no longer holds. */
export function promote(draft: Draft, observed: CommandOf<'promote'>): RefusalCode | null {
  const { state, context } = draft;
  if (state.host !== observed.host || state.leaseUntil !== observed.leaseUntil) {
    return 'stale_lease';
  }
  if (context.at < observed.leaseUntil || !context.instances.anyLive) return 'lease_active';
  if (successor(state) === null) return 'no_successor';
  handOver(draft, 'lease_expired');
  return null;
}
