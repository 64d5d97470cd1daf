/**
 * A reader outside the lobby, such as a directory of rooms: it has heard of a change of authority, and wants to see a room
 * that has it (P27). Then it asks for the place after that one, which there need not be.
 */
import type { EventKind } from '../../src/core/event.ts';
import type { RoomCode } from '../../src/core/ids.ts';
import { type AtLeast, type ProjectedRead, StoreUnavailable } from '../../src/ports/room-store.ts';
import type { Commit, ProcessPorts, RunningProjection } from '../system-under-test.ts';
import type { ReadFacts } from '../invariants/invariant.ts';
import type { Scheduling } from '../kernel/scheduling.ts';
import type { SimProcess } from '../kernel/process.ts';
import { processPorts } from './process-ports.ts';
import type { StoreTransport } from './store-transport.ts';

export interface ReaderWorld {
  readonly kernel: Scheduling;
  readonly store: StoreTransport;
  readonly projection: RunningProjection;
  readonly told: (asked: ReadFacts, answer: ProjectedRead) => void;
}

const LANE = 'reader';
/** How long it lets itself be kept waiting, in ms. */
const PATIENCE_MS = 1_500;
const CHANGES: ReadonlySet<EventKind> = new Set(['room.opened', 'host.changed', 'room.closed']);

export class ProjectionReader {
  readonly #world: ReaderWorld;
  readonly #process: SimProcess;
  readonly #ports: ProcessPorts;

  constructor(world: ReaderWorld) {
    const { kernel, store } = world;
    this.#world = world;
    this.#process = kernel.process(LANE);
    this.#ports = processPorts(kernel, this.#process, 1, store, () => {});
  }

  committed({ code, after, events }: Commit): void {
    if (!events.some(({ kind }) => CHANGES.has(kind))) return;
    const place = { generation: after.generation, sequence: after.revision };
    this.#world.kernel.after(0, LANE, 'look', this.#process, () => {
      void this.#look(code, place);
    });
  }

  async #look(code: RoomCode, { generation, sequence }: AtLeast): Promise<void> {
    const seen = await this.#read(code, { generation, sequence }, PATIENCE_MS);
    if (seen?.kind === 'state') await this.#read(code, { generation, sequence: sequence + 1 }, 0);
  }

  /** Null: the store did not answer. */
  async #read(code: RoomCode, atLeast: AtLeast, waitMs: number): Promise<ProjectedRead | null> {
    const { kernel, projection, told } = this.#world;
    const askedMs = kernel.nowMs;
    try {
      const answer = await projection.read(this.#ports, code, atLeast, waitMs);
      told({ code, atLeast, askedMs }, answer);
      return answer;
    } catch (error) {
      if (error instanceof StoreUnavailable) return null;
      throw error;
    }
  }
}
