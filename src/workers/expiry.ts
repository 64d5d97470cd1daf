/** Expires leases and seats, and closes rooms that are due (P6, P9, P11). Any number of these may run: the commit decides. */
import type { ObservedLease } from '../core/command.ts';
import type { RoomCode } from '../core/ids.ts';
import type { RoomState } from '../core/state.ts';
import { successor } from '../core/succession.ts';
import type { Worker, WorkerPorts } from './worker.ts';

const BATCH = 64;
/** How long one call may wait for a room to be due, in ms; it is asked again at once. */
const WAIT_MS = 30_000;
/** Lets a room that stays due for a reason of the store's (nothing is live, P12) not spin. */
const PAUSE_MS = 100;

export const expiry: Worker = {
  name: 'expiry',
  pauseMs: () => PAUSE_MS,
  async work({ store, service }) {
    const codes = await store.due(BATCH, WAIT_MS);
    for (const code of codes) await expire(code, { store, service });
  },
};

/** The command carries what was observed at this load; a retry never refreshes it (P3). */
async function expire(
  code: RoomCode,
  { store, service }: Pick<WorkerPorts, 'store' | 'service'>,
): Promise<void> {
  const { state } = await store.load(code, null);
  if (state === null || state.closed !== null) return;
  const lease = observedLease(state);
  const { generation } = state;
  if (lease !== null && successor(state) !== null) {
    const outcome = await service.handle({ kind: 'promote', code, ...lease });
    if (outcome.kind !== 'refused') return;
  }
  // Whatever else is due, or an outage that has moved the deadline that was observed (P12).
  await service.handle({ kind: 'expireSeats', code, generation });
}

function observedLease({ generation, host, leaseUntil }: RoomState): ObservedLease | null {
  return host === null || leaseUntil === null ? null : { generation, host, leaseUntil };
}
