/**
 * Stands where a ledger has its projection (P27) when the store is of the coordinator shape, so that one seed takes the
 * same course on either shape: it lags and is behind as a ledger's would be, but what it answers is the current state,
 * for there is nothing to project.
 */
import type { RoomCode } from '../../src/core/ids.ts';
import type {
  AtLeast,
  Position,
  ProjectedRead,
  Projection,
  StoreEngine,
} from '../../src/ports/room-store.ts';
import { answerRead } from '../../src/stores/ledger/projected-read.ts';

export class IdleProjection implements Projection {
  readonly #engine: StoreEngine;
  #position: Position = 0;
  /** The rooms of which it has something; a rebuild loses none. */
  readonly #rooms = new Set<RoomCode>();

  constructor(engine: StoreEngine) {
    this.#engine = engine;
  }

  position(): Position {
    return this.#position;
  }

  project(limit: number): number {
    const count = Math.min(limit, this.#engine.position() - this.#position);
    for (const { code } of this.#engine.tail(this.#position, count).entries) this.#rooms.add(code);
    this.#position += count;
    return count;
  }

  readAtLeast(code: RoomCode, atLeast: AtLeast | null): ProjectedRead {
    const { state } = this.#engine.load(code, null);
    const reached = this.#rooms.has(code) && (atLeast === null || this.#reaches(code, atLeast));
    return answerRead(state, reached ? state : null, atLeast);
  }

  dropProjection(): void {
    this.#position = 0;
  }

  /** Whether none of the room's events up to the place is still to be projected. */
  #reaches(code: RoomCode, { generation, sequence }: AtLeast): boolean {
    const lag = this.#engine.position() - this.#position;
    if (lag === 0) return true;
    const { entries } = this.#engine.tail(this.#position, lag);
    return !entries.some(
      ({ code: of, event }) =>
        of === code &&
        (event.generation === generation
          ? event.sequence <= sequence
          : event.generation < generation),
    );
  }
}
