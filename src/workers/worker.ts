/** Background work that any process may run, any number of times at once: all authority is in the commits. */
import type { Settings } from '../core/settings.ts';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import type { RoomStore } from '../ports/room-store.ts';
import type { LobbyService } from '../service/lobby-service.ts';
import { repeat } from '../service/repeat.ts';

export interface WorkerPorts {
  readonly store: RoomStore;
  readonly service: LobbyService;
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: Settings;
}

export interface Worker {
  readonly name: string;
  /** Between two rounds, in ms of the worker's clock. */
  readonly pauseMs: (settings: Settings) => number;
  /** One round. Rejects with `StoreUnavailable` when the store is; the next round goes on. */
  work(ports: WorkerPorts): Promise<void>;
}

/** Works round after round until the process ends. */
export const runWorker = (worker: Worker, ports: WorkerPorts): Promise<void> =>
  repeat(
    ports.clock,
    () => true,
    worker.pauseMs(ports.settings),
    () => worker.work(ports),
  );
