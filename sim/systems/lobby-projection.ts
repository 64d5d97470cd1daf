/** The lobby's projection (P27) as the simulator asks it: a reader by way of the store, and whoever watches at once. */
import type { RoomCode } from '../../src/core/ids.ts';
import type { AtLeast, ProjectedRead, Projection, RoomStore } from '../../src/ports/room-store.ts';
import type { ProcessPorts, RunningProjection } from '../system-under-test.ts';

/** How many events a rebuild takes at once. */
const BATCH = 64;

export class LobbyProjection implements RunningProjection {
  readonly #projection: Projection;
  readonly #storeOf: (ports: ProcessPorts) => RoomStore;

  constructor(projection: Projection, storeOf: (ports: ProcessPorts) => RoomStore) {
    this.#projection = projection;
    this.#storeOf = storeOf;
  }

  async read(
    ports: ProcessPorts,
    code: RoomCode,
    atLeast: AtLeast | null,
    waitMs: number,
  ): Promise<ProjectedRead> {
    const { projection } = this.#storeOf(ports);
    if (projection === undefined) throw new Error('the store has no projection');
    return projection.readAtLeast(code, atLeast, waitMs);
  }

  answer(code: RoomCode, atLeast: AtLeast | null): ProjectedRead {
    return this.#projection.readAtLeast(code, atLeast);
  }

  rebuild(): void {
    this.#projection.dropProjection();
    while (this.#projection.project(BATCH) === BATCH);
  }
}
