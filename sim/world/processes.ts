/** The processes of the system under test: booted, crashed, restarted, paused (harness §2). */
import type { ProcessPorts, RunningSystem, WorkerProcessPorts } from '../system-under-test.ts';
import type { Scheduling } from '../kernel/scheduling.ts';
import type { SimProcess } from '../kernel/process.ts';
import type { RunningServer } from './link.ts';
import type { Network } from './network.ts';
import { processPorts } from './process-ports.ts';
import type { PublicationTarget } from './publication-target.ts';
import type { ProjectorFaults } from './projector-faults.ts';
import type { StoreTransport } from './store-transport.ts';

interface Lane {
  readonly name: string;
  readonly server: RunningServer | null;
  process: SimProcess | null;
  boots: number;
}

export interface ProcessWorld {
  readonly kernel: Scheduling;
  readonly system: RunningSystem;
  readonly store: StoreTransport;
  readonly projectorFaults: ProjectorFaults;
  readonly targets: readonly PublicationTarget[];
  readonly network: () => Network;
  readonly logged: (line: string) => void;
}

/** How long a client takes to notice that its server has crashed, in ms. */
const CRASH_NOTICE_MS = 50;

export class Processes {
  readonly #world: ProcessWorld;
  readonly #lanes = new Map<string, Lane>();

  constructor(world: ProcessWorld, servers: number, workers: number) {
    this.#world = world;
    for (let i = 1; i <= servers; i++) this.#add(`server-${i}`, true);
    for (let i = 1; i <= workers; i++) this.#add(`worker-${i}`, false);
  }

  #add(name: string, isServer: boolean): void {
    const server = isServer ? { name, running: null } : null;
    this.#lanes.set(name, { name, server, process: null, boots: 0 });
  }

  get servers(): readonly RunningServer[] {
    return [...this.#lanes.values()].flatMap(({ server }) => (server === null ? [] : [server]));
  }

  bootAll(): void {
    for (const lane of this.#lanes.values()) this.#boot(lane);
  }

  /** The lane's process now; null while it is down. */
  processOf(name: string): SimProcess | null {
    return this.#lane(name).process;
  }

  crash(name: string): boolean {
    const lane = this.#lane(name);
    const { process } = lane;
    if (process === null) return false;
    process.alive = false;
    lane.process = null;
    if (lane.server !== null) lane.server.running = null;
    this.#world.network().abandon(process, CRASH_NOTICE_MS);
    return true;
  }

  restart(name: string): boolean {
    const lane = this.#lane(name);
    if (lane.process !== null) return false;
    this.#boot(lane);
    return true;
  }

  pause(name: string): boolean {
    const { process } = this.#lane(name);
    if (process === null || process.paused) return false;
    process.paused = true;
    return true;
  }

  unpause(name: string): boolean {
    const { process } = this.#lane(name);
    if (process === null || !process.paused) return false;
    process.paused = false;
    this.#world.kernel.release(process.deferred.splice(0));
    return true;
  }

  /** Everything that is down or paused comes back. */
  heal(): void {
    for (const name of this.#lanes.keys()) {
      this.restart(name);
      this.unpause(name);
      this.processOf(name)?.clock.drift(0);
    }
  }

  #boot(lane: Lane): void {
    const { kernel } = this.#world;
    const process = kernel.process(lane.name);
    lane.process = process;
    const incarnation = ++lane.boots;
    kernel.after(0, lane.name, 'boot', process, () => {
      const { store, logged } = this.#world;
      const ports = processPorts(kernel, process, incarnation, store, logged);
      if (lane.server === null) this.#bootWorker(process, ports);
      else this.#bootServer(lane.server, process, ports);
    });
  }

  #bootServer(server: RunningServer, process: SimProcess, ports: ProcessPorts): void {
    void this.#world.system.bootServer(ports).then((code) => {
      server.running = { process, code };
    });
  }

  #bootWorker(process: SimProcess, ports: ProcessPorts): void {
    const targets = new Map(this.#world.targets.map((target) => [target.name, target]));
    const workerPorts: WorkerProcessPorts = {
      ...ports,
      poll: (poll) => ports.poll(this.#world.projectorFaults.over(poll)),
      publish: (name, publication) => {
        const target = targets.get(name);
        if (target === undefined) throw new Error(`no publication target ${name}`);
        return target.publish(process, publication);
      },
    };
    void this.#world.system.bootWorker(workerPorts);
  }

  #lane(name: string): Lane {
    const lane = this.#lanes.get(name);
    if (lane === undefined) throw new Error(`no process ${name}`);
    return lane;
  }
}
