/**
 * Stands where a ledger has its projection (P27) when the store is of the coordinator shape, so that the projector's
 * steps are the same and one seed takes the same course on either shape: there is nothing to project, only a position
 * to come up to.
 */
import type { RoomCode } from '../../src/core/ids.ts';
import type {
  Position,
  ProjectedRead,
  Projection,
  StoreEngine,
} from '../../src/ports/room-store.ts';

export class IdleProjection implements Projection {
  readonly #engine: StoreEngine;
  #position: Position = 0;

  constructor(engine: StoreEngine) {
    this.#engine = engine;
  }

  position(): Position {
    return this.#position;
  }

  project(limit: number): number {
    const count = Math.min(limit, this.#engine.position() - this.#position);
    this.#position += count;
    return count;
  }

  /** The coordinator's state is always current. */
  readAtLeast(code: RoomCode): ProjectedRead {
    const { state } = this.#engine.load(code, null);
    return state === null ? { kind: 'refused', code: 'unknown_room' } : { kind: 'state', state };
  }

  dropProjection(): void {
    this.#position = 0;
  }
}
