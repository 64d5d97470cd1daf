/**
 * Many rooms in one memory store, each of four members: the host on one server instance, the others on a second one. The
 * store's clock is set by hand; the workers are the real ones.
 */
import type { Command } from '../../src/core/command.ts';
import { connectionId, instanceId, memberId, requestId, roomCode } from '../../src/core/ids.ts';
import type { RoomPolicy } from '../../src/core/policy.ts';
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts';
import type { RoomStore, StoreEngine } from '../../src/ports/room-store.ts';
import { LobbyService } from '../../src/service/lobby-service.ts';
import { MemoryStore } from '../../src/stores/memory-store.ts';
import { expiry } from '../../src/workers/expiry.ts';
import { instanceSweeper } from '../../src/workers/instance-sweeper.ts';
import { outboxPublisher } from '../../src/workers/outbox-publisher.ts';
import type { WorkerPorts } from '../../src/workers/worker.ts';

const TARGET = 'bus';
const HOSTS = instanceId('server-of-hosts');
const GUESTS = instanceId('server-of-guests');
const { leaseMs, seatGraceMs, idleMs, maxAbsenceMs, heartbeatMs, heartbeatTimeoutMs } =
  DEFAULT_SETTINGS;
const POLICY: RoomPolicy = {
  succession: 'lease',
  leaseMs,
  seatGraceMs,
  emptyRoom: 'close',
  idleMs,
  maxAbsenceMs,
};

export class LobbyOfRooms {
  readonly #engine: StoreEngine;
  readonly #service: LobbyService;
  readonly #ports: WorkerPorts;
  #nowMs = 0;
  /** Handoffs that reached the publication target. */
  handoffs = 0;

  constructor() {
    this.#engine = new MemoryStore(() => this.#nowMs, { heartbeatTimeoutMs, targets: [TARGET] });
    const store = storeAtHand(this.#engine);
    this.#service = new LobbyService(store, DEFAULT_SETTINGS.commitAttempts);
    const clock = { sleep: () => Promise.resolve() };
    const random = { below: () => 0, id: () => 'none' };
    this.#ports = { store, service: this.#service, clock, random, settings: DEFAULT_SETTINGS };
  }

  async fill(rooms: number): Promise<void> {
    this.#engine.heartbeat(HOSTS);
    this.#engine.heartbeat(GUESTS);
    for (let i = 0; i < rooms; i++) {
      const code = roomCode(`room-${i}`);
      await this.#enter({ kind: 'open', code, lastGeneration: 0, policy: POLICY, ...seat('host') });
      for (const name of ['ana', 'ben', 'cleo']) {
        await this.#enter({ kind: 'join', code, generation: null, ...seat(name) });
      }
    }
    await this.#publishAll();
  }

  /** The hosts' server is gone, and its connections with it: their leases begin when its silence is noticed, and run out. */
  async loseAllHosts(): Promise<void> {
    this.#pass(heartbeatTimeoutMs + 1);
    while (this.#engine.haunted(1).length > 0) await instanceSweeper.work(this.#ports);
    this.#pass(leaseMs);
    while (this.#engine.due(1).length > 0) await expiry.work(this.#ports);
    await this.#publishAll();
  }

  async #enter(command: Command): Promise<void> {
    const outcome = await this.#service.handle(command);
    if (outcome.kind === 'refused') throw new Error(`${command.kind}: ${outcome.code}`);
  }

  /** Time in which the server of the guests goes on. */
  #pass(ms: number): void {
    const until = this.#nowMs + ms;
    while (this.#nowMs < until) {
      this.#nowMs = Math.min(until, this.#nowMs + heartbeatMs);
      this.#engine.heartbeat(GUESTS);
    }
  }

  async #publishAll(): Promise<void> {
    let published = -1;
    const publisher = outboxPublisher({
      target: TARGET,
      publish: ({ event }) => {
        published += 1;
        if (event.kind === 'host.changed') this.handoffs += 1;
        return Promise.resolve({ kind: 'delivered' });
      },
    });
    while (published !== 0) {
      published = 0;
      await publisher.work(this.#ports);
    }
  }
}

const seat = (
  name: string,
): Pick<Extract<Command, { kind: 'join' }>, 'memberId' | 'requestId' | 'transport'> => ({
  memberId: memberId(name),
  requestId: requestId(`first-of-${name}`),
  transport: {
    connectionId: connectionId(`of-${name}`),
    instanceId: name === 'host' ? HOSTS : GUESTS,
  },
});

/** The engine as a store that answers at once: nothing is waited for, since what is there is asked for first. */
function storeAtHand(engine: StoreEngine): RoomStore {
  return {
    load: async (code, request) => engine.load(code, request),
    loadLog: async (code, after) => engine.loadLog(code, after),
    commit: async (request) => engine.commit(request),
    heads: async (codes) => engine.heads(codes),
    heartbeat: async (instance) => engine.heartbeat(instance),
    attachments: async (instance) => engine.attachments(instance),
    haunted: async (limit) => engine.haunted(limit),
    acknowledge: async (claim, through) => engine.acknowledge(claim, through),
    fail: async (claim, through, haltAfter) => engine.fail(claim, through, haltAfter),
    halted: async (limit) => engine.halted(limit),
    redrive: async (record) => engine.redrive(record),
    drop: async (record) => engine.drop(record),
    compact: async (retention, limit) => engine.compact(retention, limit),
    position: async () => engine.position(),
    tail: async (position, limit) => engine.tail(position, limit),
    due: async (limit) => engine.due(limit),
    claim: async (target, claimMs, limit) => engine.claim(target, claimMs, limit),
  };
}
