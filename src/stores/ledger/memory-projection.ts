/** The projector's side of a ledger in memory (P27). */
import type { RoomCode } from '../../core/ids.ts';
import type {
  AtLeast,
  Position,
  ProjectedRead,
  Projection,
  StoreEngine,
} from '../../ports/room-store.ts';
import type { LedgerRooms } from './ledger-rooms.ts';
import { answerRead, projectEvent } from './projected-read.ts';

/** What it reads of the store. */
type Log = Pick<StoreEngine, 'heads' | 'position' | 'tail'>;

export class MemoryProjection implements Projection {
  readonly #log: Log;
  readonly #rooms: LedgerRooms;
  #position: Position = 0;

  constructor(log: Log, rooms: LedgerRooms) {
    this.#log = log;
    this.#rooms = rooms;
  }

  position(): Position {
    return this.#position;
  }

  project(limit: number): number {
    const { projected } = this.#rooms;
    const { entries, position } = this.#log.tail(this.#position, limit);
    for (const { code, event } of entries) {
      projected.set(code, projectEvent(projected.get(code) ?? null, code, event));
    }
    // The last positions may be of events that compaction has dropped.
    this.#position = entries.length < limit ? this.#log.position() : position;
    return entries.length;
  }

  readAtLeast(code: RoomCode, atLeast: AtLeast | null): ProjectedRead {
    const [head] = this.#log.heads([code]);
    return answerRead(head ?? null, this.#rooms.projected.get(code) ?? null, atLeast);
  }

  dropProjection(): void {
    const { projected, checkpoints } = this.#rooms;
    projected.clear();
    for (const [code, checkpoint] of checkpoints) projected.set(code, checkpoint);
    this.#position = 0;
  }
}
