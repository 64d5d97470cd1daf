/**
 * The state is committed first, and its events are written by a second call: whatever happens to the process in between,
 * the events never come, and nobody hears of what the state says.
 */
import type { RoomCode } from '../../src/core/ids.ts';
import type { RoomEvent } from '../../src/core/event.ts';
import {
  type Claim,
  type CommitOutcome,
  type CommitRequest,
  type LoadedLog,
  type Position,
  type RoomStore,
  type StoreEngine,
  StoreUnavailable,
  type TailBatch,
} from '../../src/ports/room-store.ts';
import type { ProcessPorts } from '../system-under-test.ts';
import { EngineInFront } from '../systems/engine-in-front.ts';
import type { Variant } from './variant.ts';

export const eventOutsideTheCommit: Variant = {
  id: 'event-outside-the-commit',
  summary: 'commits the state, then writes its events to log and outbox in a second call',
  rules: ['P3', 'P4', 'P21'],
  caughtBy: [
    'INV-FEED',
    'INV-BACKFILL',
    'INV-PUBLISH-ORDER',
    'INV-EXPECTATION',
    'INV-PUBLISHED',
    'INV-PROJECTION',
  ],
  lobby: {
    engine: (engine) => new LateEvents(engine),
    store: (store, ports, engine) =>
      engine instanceof LateEvents ? writingEventsLater(store, ports, engine) : store,
  },
};

/** Hides the events of a commit until they are written. */
class LateEvents extends EngineInFront {
  readonly #unwritten = new Set<RoomEvent>();

  constructor(engine: StoreEngine) {
    super(engine);
  }

  write(events: readonly RoomEvent[]): void {
    for (const event of events) this.#unwritten.delete(event);
  }

  override commit(request: CommitRequest): CommitOutcome {
    const outcome = this.engine.commit(request);
    if (outcome.kind === 'commit') {
      for (const event of outcome.events) this.#unwritten.add(event);
    }
    return outcome;
  }

  override tail(position: Position, limit: number): TailBatch {
    const batch = this.engine.tail(position, limit);
    return { ...batch, entries: batch.entries.filter(({ event }) => this.#isWritten(event)) };
  }

  override loadLog(code: RoomCode, after: number | null): LoadedLog {
    const { state, log } = this.engine.loadLog(code, after);
    const written = (cursor: number): readonly RoomEvent[] =>
      log.after(cursor).filter((event) => this.#isWritten(event));
    return { state, log: { from: log.from, after: written } };
  }

  override claim(target: string, claimMs: number, limit: number): Claim | null {
    const claim = this.engine.claim(target, claimMs, limit);
    if (claim === null) return null;
    return { ...claim, records: claim.records.filter((event) => this.#isWritten(event)) };
  }

  #isWritten(event: RoomEvent): boolean {
    return !this.#unwritten.has(event);
  }
}

function writingEventsLater(store: RoomStore, ports: ProcessPorts, engine: LateEvents): RoomStore {
  return {
    ...store,
    commit: async (request) => {
      const outcome = await store.commit(request);
      if (outcome.kind === 'commit') await writeEvents(ports, engine, outcome.events);
      return outcome;
    },
  };
}

/** The second call; where it fails the state stays as committed. */
async function writeEvents(
  ports: ProcessPorts,
  engine: LateEvents,
  events: readonly RoomEvent[],
): Promise<void> {
  const unavailable = (): Error => new StoreUnavailable('the events were not written');
  await ports
    .call('write-events', () => engine.write(events), unavailable)
    .catch((error: unknown) => ports.log(String(error)));
}
