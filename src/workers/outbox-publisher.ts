/** Brings outbox records to one target, at least once and in order per room, under a claim that can lapse (P21). */
import { publicEvent } from '../core/view.ts';
import type { Publication, Publisher } from '../ports/publisher.ts';
import type { Claim } from '../ports/room-store.ts';
import type { RoomEvent } from '../core/event.ts';
import type { Worker, WorkerPorts } from './worker.ts';

const BATCH = 16;
const WAIT_MS = 30_000;
/** Back-off of a failing target, in ms: doubled each time, with full jitter. */
const BACKOFF_MS = 200;

/** One publisher for each of the process's targets. */
export const outboxPublisher = (publisher: Publisher): Worker => ({
  name: `publisher-${publisher.target}`,
  pauseMs: () => 0,
  async work(ports) {
    const { store, settings } = ports;
    const claim = await store.claim(publisher.target, settings.claimMs, BATCH, WAIT_MS);
    if (claim === null) return;
    const through = await publishInOrder(publisher, claim, ports);
    if (through !== null) await store.acknowledge(claim, through);
  },
});

/**
 * Publishes until a record keeps failing; the last delivered sequence, or null if none was. What was not delivered
 * stays unacknowledged, and is claimed again when this claim has lapsed.
 */
async function publishInOrder(
  publisher: Publisher,
  claim: Claim,
  ports: WorkerPorts,
): Promise<number | null> {
  let through: number | null = null;
  for (const event of claim.records) {
    if (!(await publishWithBackoff(publisher, publication(claim, event), ports))) return through;
    through = event.sequence;
  }
  return through;
}

const ATTEMPTS = 4;

async function publishWithBackoff(
  publisher: Publisher,
  record: Publication,
  { clock, random }: WorkerPorts,
): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const outcome = await publisher.publish(record);
    if (outcome.kind === 'delivered') return true;
    await clock.sleep(outcome.retryAfterMs ?? 1 + random.below(BACKOFF_MS * 2 ** attempt));
  }
  return false;
}

const publication = ({ code }: Claim, event: RoomEvent): Publication => ({
  idempotencyKey: `${code}:${event.generation}:${event.sequence}`,
  code,
  event: publicEvent(event),
});
