/**
 * One running server: its connections, its heartbeat, its feed and its pulses (P5, P12, P16, P21, P24). Production puts
 * WebSockets in front of it, the simulator its network.
 */
import { type ConnectionId, type InstanceId, instanceId, type RoomCode } from '../core/ids.ts';
import type { RoomPolicy } from '../core/policy.ts';
import type { Settings } from '../core/settings.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { CloseReason, Connection, RequestFrame } from '../ports/network.ts';
import type { Random } from '../ports/random.ts';
import type { RoomStore } from '../ports/room-store.ts';
import type { Signer } from '../ports/signer.ts';
import { Credentials } from './credentials.ts';
import { Feed } from './feed.ts';
import { HeldConnection, QUEUE_BOUND } from './held-connection.ts';
import { type Decide, LobbyService } from './lobby-service.ts';
import { repeat, untilAvailable } from './repeat.ts';
import { RequestHandler } from './request-handler.ts';

export interface ServerPorts {
  readonly store: RoomStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly signer: Signer;
  readonly log: Log;
}

export interface ServerOptions {
  readonly settings: Settings;
  /** The server's setting for a room that is opened now (P13). */
  readonly policyOf: (code: RoomCode) => RoomPolicy;
  readonly decide?: Decide;
}

export class ServerInstance {
  readonly #ports: ServerPorts;
  readonly #settings: Settings;
  readonly #service: LobbyService;
  readonly #handler: RequestHandler;
  readonly #feed: Feed;
  readonly #held = new Map<ConnectionId, HeldConnection>();
  #id: InstanceId;
  #stopped = false;

  constructor(ports: ServerPorts, options: ServerOptions) {
    const { settings } = options;
    this.#ports = ports;
    this.#settings = settings;
    this.#service = new LobbyService(ports.store, settings.commitAttempts, options.decide);
    this.#handler = new RequestHandler(
      this.#service,
      ports.store,
      new Credentials(ports.signer, settings.tokenTtlMs),
      options.policyOf,
      (held, code) => this.#feed.listen(held, code),
    );
    this.#feed = new Feed(ports, (held, reason) => this.#shut(held, reason));
    this.#id = instanceId(ports.random.id());
  }

  get id(): InstanceId {
    return this.#id;
  }

  /** Registers the instance; from then on it may accept connections. The loops end with `stop` or with the process. */
  async start(): Promise<void> {
    const { clock } = this.#ports;
    const running = (): boolean => !this.#stopped;
    await untilAvailable(clock, running, () => this.#beat());
    await untilAvailable(clock, running, () => this.#feed.start());
    void repeat(clock, running, this.#settings.heartbeatMs, () => this.#beat());
    void repeat(clock, running, this.#settings.pulseMs, () => this.#feed.pulse());
    void this.#feed.run(running);
  }

  stop(): void {
    this.#stopped = true;
  }

  accept(connection: Connection): void {
    this.#held.set(connection.connectionId, new HeldConnection(connection));
  }

  receive(id: ConnectionId, frame: RequestFrame): void {
    const held = this.#held.get(id);
    if (held === undefined || held.closed) return;
    if (held.requests.push(frame) > QUEUE_BOUND) this.#shut(held, 'slow');
    else if (!held.busy) void this.#serve(held);
  }

  /** The transport has closed: a signal; what it means is decided by the commit (P5). */
  closed(id: ConnectionId): void {
    const held = this.#held.get(id);
    if (held === undefined || held.closed) return;
    held.closed = true;
    if (!held.busy) void this.#disconnect(held);
  }

  /** Answers one request after another; a disconnect waits for the outcome of this connection's own attach (P5). */
  async #serve(held: HeldConnection): Promise<void> {
    held.busy = true;
    for (let frame = held.requests.shift(); frame !== undefined; frame = held.requests.shift()) {
      const attachment = { connectionId: held.connection.connectionId, instanceId: this.#id };
      const answer = await this.#handler.handle(held, frame, attachment);
      held.send({ kind: 'reply', requestId: frame.requestId, answer });
      this.#feed.flush(held);
      if (held.closed) held.requests.length = 0;
    }
    held.busy = false;
    if (held.closed) await this.#disconnect(held);
  }

  async #disconnect(held: HeldConnection): Promise<void> {
    const { session, connection } = held;
    if (session !== null) {
      const { code, generation, memberId } = session;
      const { connectionId } = connection;
      await this.#service.handle({ kind: 'disconnect', code, generation, memberId, connectionId });
    }
    this.#feed.forget(held);
    this.#held.delete(connection.connectionId);
  }

  /** Closes a transport from this side; what its session is in committed state stays to be decided as for any close. */
  #shut(held: HeldConnection, reason: CloseReason): void {
    if (held.closed) return;
    held.connection.close(reason);
    this.closed(held.connection.connectionId);
  }

  /** One heartbeat; a refused one makes this a new instance without connections (P12). */
  async #beat(): Promise<void> {
    if ((await this.#ports.store.heartbeat(this.#id)) === 'void') {
      this.#ports.log.warn('instance is void', { instance: this.#id });
      for (const held of [...this.#held.values()]) this.#shut(held, 'instance_void');
      this.#id = instanceId(this.#ports.random.id());
      await this.#ports.store.heartbeat(this.#id);
      return;
    }
    await this.#disconnectLost();
  }

  /** P5: a committed connection of this instance that it no longer holds is disconnected, so that none becomes a ghost. */
  async #disconnectLost(): Promise<void> {
    for (const attached of await this.#ports.store.attachments(this.#id)) {
      if (this.#held.has(attached.connectionId)) continue;
      await this.#service.handle({ kind: 'disconnect', ...attached });
    }
  }
}
