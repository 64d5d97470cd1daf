/** Loops that outlive a store outage. */
import type { Clock } from '../ports/clock.ts';
import { StoreUnavailable } from '../ports/room-store.ts';

/** How long a loop waits before it asks an unavailable store again, in ms. */
const RETRY_MS = 200;

/** Does the work until the store lets it through once. */
export async function untilAvailable(
  clock: Clock,
  running: () => boolean,
  work: () => Promise<void>,
): Promise<void> {
  while (running() && !(await available(work))) await clock.sleep(RETRY_MS);
}

/** Does the work again and again, `pauseMs` apart; at an unavailable store it waits a little and goes on. */
export async function repeat(
  clock: Clock,
  running: () => boolean,
  pauseMs: number,
  work: () => Promise<void>,
): Promise<void> {
  while (running()) {
    if (pauseMs > 0) await clock.sleep(pauseMs);
    if (running() && !(await available(work))) await clock.sleep(RETRY_MS);
  }
}

async function available(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof StoreUnavailable) return false;
    throw error;
  }
}
