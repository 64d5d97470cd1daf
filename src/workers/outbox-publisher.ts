/**
 * Brings outbox records to one target, at least once and in order per room, under a claim that can lapse (P21). What
 * keeps failing halts its room at the target.
 */
import { publicEvent } from '../core/view.ts';
import type { Publication, Publisher } from '../ports/publisher.ts';
import type { Claim } from '../ports/room-store.ts';
import type { RoomEvent } from '../core/event.ts';
import type { Worker, WorkerPorts } from './worker.ts';

const BATCH = 16;
const WAIT_MS = 30_000;
/** Back-off of a failing target, in ms: doubled each time, with full jitter. */
const BACKOFF_MS = 200;

/** In so many claims in a row a record may fail before it halts its room at the target. */
const HALT_AFTER = 20;

/** One publisher for each of the process's targets. */
export const outboxPublisher = (publisher: Publisher): Worker => ({
  name: `publisher-${publisher.target}`,
  pauseMs: () => 0,
  async work(ports) {
    const { store, settings } = ports;
    const claim = await store.claim(publisher.target, settings.claimMs, BATCH, WAIT_MS);
    const first = claim?.records[0];
    if (claim === null || first === undefined) return;
    const { through, failed } = await publishInOrder(publisher, claim, first.sequence, ports);
    if (failed === null) await store.acknowledge(claim, through);
    else await store.fail(claim, through, failed === 'for_good' ? 1 : HALT_AFTER);
  },
});

interface Progress {
  /** The last sequence that the target has. */
  readonly through: number;
  /** What became of the record after it; null: there is none. */
  readonly failed: 'again' | 'for_good' | null;
}

/**
 * Publishes until a record keeps failing. What was not delivered stays unacknowledged, and is claimed again when this
 * claim has lapsed, unless it halts.
 */
async function publishInOrder(
  publisher: Publisher,
  claim: Claim,
  from: number,
  ports: WorkerPorts,
): Promise<Progress> {
  let through = from - 1;
  for (const event of claim.records) {
    const failed = await publishWithBackoff(publisher, publication(claim, event), ports);
    if (failed !== null) return { through, failed };
    through = event.sequence;
  }
  return { through, failed: null };
}

const ATTEMPTS = 4;

async function publishWithBackoff(
  publisher: Publisher,
  record: Publication,
  { clock, random }: WorkerPorts,
): Promise<Progress['failed']> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const outcome = await publisher.publish(record);
    if (outcome.kind === 'delivered') return null;
    if (outcome.kind === 'rejected') return 'for_good';
    await clock.sleep(outcome.retryAfterMs ?? 1 + random.below(BACKOFF_MS * 2 ** attempt));
  }
  return 'again';
}

const publication = ({ code }: Claim, event: RoomEvent): Publication => ({
  idempotencyKey: `${code}:${event.generation}:${event.sequence}`,
  code,
  event: publicEvent(event),
});
