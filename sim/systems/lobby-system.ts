/** The built-in lobby as a system under test: the real service, workers and store engine, on the simulator's ports (H4). */
import {
  instanceId,
  type RequestId,
  type RoomCode,
  requestId,
  type StoreTime,
} from '../../src/core/ids.ts';
import type { RoomState } from '../../src/core/state.ts';
import type { Publisher } from '../../src/ports/publisher.ts';
import {
  type Projection,
  type RoomStore,
  type StoreEngine,
  StoreUnavailable,
} from '../../src/ports/room-store.ts';
import { type Decide, LobbyService } from '../../src/service/lobby-service.ts';
import { Operator } from '../../src/service/operator.ts';
import { ServerInstance } from '../../src/service/server-instance.ts';
import { compactor } from '../../src/workers/compactor.ts';
import { expiry } from '../../src/workers/expiry.ts';
import { instanceSweeper } from '../../src/workers/instance-sweeper.ts';
import { outboxPublisher } from '../../src/workers/outbox-publisher.ts';
import { projector } from '../../src/workers/projector.ts';
import { runWorker, type Worker, type WorkerPorts } from '../../src/workers/worker.ts';
import type {
  OperatorCommand,
  ProcessPorts,
  RunningSystem,
  RunPorts,
  ServerProcess,
  SystemUnderTest,
  WorkerProcessPorts,
} from '../system-under-test.ts';
import { HeardHeartbeats } from './heard-heartbeats.ts';
import { IdleProjection } from './idle-projection.ts';
import { LobbyProjection } from './lobby-projection.ts';
import { ObservedEngine } from './observed-engine.ts';
import { SimSigner } from './sim-signer.ts';
import { storeOver } from './store-over.ts';

/** Makes a fresh, empty engine on the run's store clock. */
export type MakeEngine = (run: RunPorts) => StoreEngine;

/** The seams at which a known-bad design is put in place of the real part (harness §5). */
export interface LobbySeams {
  readonly engine?: (engine: StoreEngine, run: RunPorts) => StoreEngine;
  readonly store?: (store: RoomStore, ports: ProcessPorts, engine: StoreEngine) => RoomStore;
  readonly decide?: Decide;
  readonly server?: (server: ServerProcess, ports: ProcessPorts, store: RoomStore) => ServerProcess;
  readonly workers?: readonly Worker[];
  readonly publisher?: (publisher: Publisher) => Publisher;
}

const MOST_HALTED = 1_000;

export const lobbySystem = (makeEngine: MakeEngine, seams: LobbySeams = {}): SystemUnderTest => ({
  name: 'lobby',
  create: (run) => new RunningLobby(run, makeEngine(run), seams),
});

class RunningLobby implements RunningSystem {
  readonly #run: RunPorts;
  /** What the store really holds. */
  readonly #truth: StoreEngine;
  readonly #observed: ObservedEngine;
  /** What processes reach. */
  readonly #engine: StoreEngine;
  readonly #heard: HeardHeartbeats;
  readonly #projection: Projection;
  readonly projection: LobbyProjection;
  readonly #seams: LobbySeams;
  readonly #signer: SimSigner;

  constructor(run: RunPorts, engine: StoreEngine, seams: LobbySeams) {
    this.#run = run;
    this.#truth = engine;
    this.#heard = new HeardHeartbeats(engine, run.settings.heartbeatTimeoutMs);
    this.#observed = new ObservedEngine(this.#heard, run.observer);
    this.#engine = seams.engine?.(this.#observed, run) ?? this.#observed;
    this.#projection = this.#engine.projection ?? new IdleProjection(this.#engine);
    this.projection = new LobbyProjection(this.#projection, (ports) => this.#store(ports));
    this.#seams = seams;
    this.#signer = new SimSigner('key of the run', run.storeNow);
  }

  async bootServer(ports: ProcessPorts): Promise<ServerProcess> {
    const { settings, policyOf } = this.#run;
    const { clock, random } = ports;
    const store = this.#store(ports);
    const log = logOf(ports);
    const decide = this.#seams.decide;
    const server = new ServerInstance(
      { store, clock, random, signer: this.#signer, log },
      { settings, policyOf, ...(decide === undefined ? {} : { decide }) },
    );
    await server.start();
    return this.#seams.server?.(server, ports, store) ?? server;
  }

  async bootWorker(ports: WorkerProcessPorts): Promise<void> {
    const { settings, targets } = this.#run;
    const store = this.#store(ports);
    const service = this.#service(store);
    const { clock, random } = ports;
    const workerPorts: WorkerPorts = { store, service, clock, random, settings };
    const publishers = targets.map((target) => this.#publisher(target, ports));
    const workers = this.#seams.workers ?? [expiry, instanceSweeper, compactor];
    const projectors = store.projection === undefined ? [] : [projector(store.projection)];
    for (const worker of [...workers, ...projectors, ...publishers.map(outboxPublisher)]) {
      void runWorker(worker, workerPorts);
    }
  }

  #publisher(target: string, ports: WorkerProcessPorts): Publisher {
    const real: Publisher = {
      target,
      publish: (publication) => ports.publish(target, publication),
    };
    return this.#seams.publisher?.(real) ?? real;
  }

  async operate(ports: ProcessPorts, code: RoomCode, asked: OperatorCommand): Promise<void> {
    const store = this.#store(ports);
    const operator = new Operator(store, this.#service(store), this.#run.settings);
    try {
      await operated(operator, code, requestId(ports.random.id()), asked);
    } catch (error) {
      // An operator sees that it did not work, and asks again another time.
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }

  inspect(code: RoomCode): RoomState | null {
    return this.#truth.load(code, null).state;
  }

  isLive(instance: string): boolean {
    return this.#observed.isLive(instanceId(instance));
  }

  anyLive(): boolean {
    return this.#observed.anyLive();
  }

  outages(): ReturnType<RunningSystem['outages']> {
    return this.#heard.outages;
  }

  retained(code: RoomCode): ReturnType<RunningSystem['retained']> {
    const { log } = this.#truth.loadLog(code, 0);
    return { from: log.from, events: log.after(log.from - 1) };
  }

  armed(code: RoomCode): StoreTime | null {
    return this.#engine.armed(code);
  }

  close(): void {
    this.#truth.close();
  }

  #store(ports: ProcessPorts): RoomStore {
    const store = storeOver(this.#engine, this.#projection, ports);
    return this.#seams.store?.(store, ports, this.#engine) ?? store;
  }

  #service(store: RoomStore): LobbyService {
    return new LobbyService(store, this.#run.settings.commitAttempts, this.#seams.decide);
  }
}

async function operated(
  operator: Operator,
  code: RoomCode,
  id: RequestId,
  asked: OperatorCommand,
): Promise<void> {
  switch (asked.kind) {
    case 'redrive':
    case 'drop-record':
      for (const record of await operator.halted(MOST_HALTED)) {
        if (record.code !== code) continue;
        await (asked.kind === 'redrive' ? operator.redrive(record) : operator.drop(record));
      }
      break;
    case 'set-policy':
      await operator.command(code, id, { kind: 'setPolicy', policy: asked.policy });
      break;
    case 'set-eligible':
      await operator.command(code, id, { ...asked, kind: 'setEligible' });
      break;
    default:
      await operator.command(code, id, asked);
  }
}

const logOf = (ports: ProcessPorts): ConstructorParameters<typeof ServerInstance>[0]['log'] => ({
  info: (message, fields) => ports.log(`${message} ${Object.values(fields).join(' ')}`),
  warn: (message, fields) => ports.log(`${message} ${Object.values(fields).join(' ')}`),
});
