/**
 * The naive lobby as a system under test. Its shelf is the simulator's store, its sockets are the simulator's
 * connections; each call of either is a scheduling point. The lobby itself is not touched.
 */
import type {
  Answer,
  Connection,
  ConnectionId,
  InstanceId,
  ProcessPorts,
  RequestFrame,
  RequestId,
  RoomCode,
  RoomState,
  RunningSystem,
  RunPorts,
  ServerProcess,
  StoreTime,
  SystemUnderTest,
  WorkerProcessPorts,
} from '../../sim/api.ts';
import { Account, shown, viewOf } from './account.ts';
import { type Happening, Lobby, type Room, type Shelf, type Socket } from './lobby.ts';

export const naiveLobby: SystemUnderTest = {
  name: 'naive-lobby',
  ambient: true,
  create: (run) => new NaiveSystem(run),
};

type Sync = Extract<Answer, { readonly kind: 'backfill' }>['sync'];

const down = (): Error => new Error('the shelf did not answer');

class NaiveSystem implements RunningSystem {
  readonly #run: RunPorts;
  readonly #shelf = new Map<string, Room>();
  readonly #accounts = new Map<string, Account>();
  /** By connection: the request by which it entered. */
  readonly #entries = new Map<string, RequestId>();

  constructor(run: RunPorts) {
    this.#run = run;
  }

  bootServer(ports: ProcessPorts): Promise<ServerProcess> {
    const { leaseMs } = this.#run.settings;
    const lobby = new Lobby(this.#shelfOf(ports), leaseMs);
    return Promise.resolve(new NaiveServer(lobby, (code) => this.#account(code), this.#entries));
  }

  /** An object store: what is put there is a copy, and so is what is taken. */
  #shelfOf(ports: ProcessPorts): Shelf {
    const instance = ports.name as InstanceId;
    return {
      get: (code) => ports.call('get', () => structuredClone(this.#shelf.get(code) ?? null), down),
      set: (code, room) =>
        ports.call('set', () => this.#put(code, structuredClone(room), instance), down),
    };
  }

  #put(code: string, room: Room, instance: InstanceId): void {
    const account = this.#account(code);
    const before = account.state;
    const at = this.#run.storeNow() as StoreTime;
    this.#shelf.set(code, room);
    const events = account.update(room, at, instance);
    const after = account.state;
    if (after === null) return;
    this.#run.observer.committed({ code: code as RoomCode, before, after, events, at });
  }

  #account(code: string): Account {
    const known = this.#accounts.get(code);
    if (known !== undefined) return known;
    const account = new Account(this.#run.policyOf(code as RoomCode), this.#entries);
    this.#accounts.set(code, account);
    return account;
  }

  /** Brings what happened to the bus, as far as it remembers. */
  async bootWorker(ports: WorkerProcessPorts): Promise<void> {
    if (ports.name !== 'worker-1') return;
    const sent = new Map<string, number>();
    for (;;) {
      await ports.clock.sleep(200);
      for (const [code, { events }] of this.#accounts) {
        for (const event of events.slice(sent.get(code) ?? 0)) {
          const idempotencyKey = `${code}:${event.generation}:${event.sequence}`;
          const publication = { idempotencyKey, code: code as RoomCode, event: shown(event) };
          const outcome = await ports.publish(this.#run.targets[0] ?? '', publication);
          if (outcome.kind !== 'delivered') break;
          sent.set(code, event.sequence);
        }
      }
    }
  }

  operate(): Promise<void> {
    return Promise.resolve();
  }

  inspect(code: RoomCode): RoomState | null {
    return this.#account(code).state;
  }

  isLive(): boolean {
    return true;
  }

  anyLive(): boolean {
    return true;
  }

  outages(): ReturnType<RunningSystem['outages']> {
    return [];
  }

  retained(code: RoomCode): ReturnType<RunningSystem['retained']> {
    return { from: 1, events: this.#account(code).events };
  }

  /** Its timers live in its processes; what it would tell of them is what the room needs. */
  armed(code: RoomCode): StoreTime | null {
    const { state } = this.#account(code);
    if (state === null) return null;
    const next = state.members.some(
      ({ memberId, attachment }) => memberId !== state.host && attachment !== null,
    );
    if (next) return state.leaseUntil;
    return state.emptySince === null
      ? null
      : ((Math.max(state.emptySince, state.leaseUntil ?? 0) + state.policy.idleMs) as StoreTime);
  }

  close(): void {}
}

/** Answers frames by what the lobby does. */
class NaiveServer implements ServerProcess {
  readonly #lobby: Lobby;
  readonly #accountOf: (code: string) => Account;
  readonly #entries: Map<string, RequestId>;
  readonly #connections = new Map<ConnectionId, Connection>();
  readonly #sockets = new Map<ConnectionId, { readonly socket: Socket; code: RoomCode | null }>();

  constructor(lobby: Lobby, accountOf: (code: string) => Account, entries: Map<string, RequestId>) {
    this.#lobby = lobby;
    this.#accountOf = accountOf;
    this.#entries = entries;
  }

  accept(connection: Connection): void {
    const socket: Socket = {
      id: connection.connectionId,
      player: connection.memberId,
      tell: (happening) => this.#tell(connection, happening),
      close: () => connection.close('ended'),
    };
    this.#sockets.set(connection.connectionId, { socket, code: null });
    this.#connections.set(connection.connectionId, connection);
  }

  #tell(connection: Connection, { seq }: Happening): void {
    const code = this.#sockets.get(connection.connectionId)?.code;
    const event = code == null ? undefined : this.#accountOf(code).events[seq - 1];
    if (event !== undefined) connection.send({ kind: 'event', event: shown(event) });
  }

  receive(id: ConnectionId, frame: RequestFrame): void {
    void this.#answer(id, frame).then(
      (answer) => this.#reply(id, frame, answer),
      () => this.#reply(id, frame, { kind: 'refused', code: 'unavailable', generation: null }),
    );
  }

  #reply(id: ConnectionId, { requestId }: RequestFrame, answer: Answer): void {
    this.#connections.get(id)?.send({ kind: 'reply', requestId, answer });
  }

  async #answer(id: ConnectionId, { code, requestId, request }: RequestFrame): Promise<Answer> {
    const known = this.#sockets.get(id);
    if (known === undefined) return refused('unauthenticated');
    const { socket } = known;
    if (request.kind === 'open' || request.kind === 'join') this.#entries.set(id, requestId);
    switch (request.kind) {
      case 'open':
        return this.#entered(id, code, await this.#lobby.open(code, socket), null);
      case 'join':
        return this.#entered(id, code, await this.#lobby.join(code, socket), null);
      case 'resume':
        return this.#entered(id, code, await this.#lobby.join(code, socket), request.cursor);
      case 'leave':
        return done(await this.#lobby.leave(code, socket.player));
      case 'transfer':
        return done(await this.#lobby.transfer(code, socket.player, request.target));
      case 'backfill':
        return this.#backfill(code, await this.#lobby.current(code), request.cursor);
      default:
        return refused('invalid_request');
    }
  }

  #entered(id: ConnectionId, code: RoomCode, room: Room | null, cursor: number | null): Answer {
    const known = this.#sockets.get(id);
    const { state } = this.#accountOf(code);
    const member = state?.members.find(({ memberId }) => memberId === known?.socket.player);
    if (room === null || state === null || known === undefined || member === undefined) {
      return refused(state === null ? 'unknown_room' : 'room_exists');
    }
    known.code = code;
    const { generation, revision, host, hostTerm } = state;
    return {
      kind: 'session',
      generation,
      epoch: member.epoch,
      connection: id,
      role: host === member.memberId ? 'host' : 'member',
      host,
      hostTerm,
      throughSequence: revision,
      sync: this.#sync(code, state, cursor),
      sessionId: `${member.memberId} is here`,
      nonce: `${member.memberId}, visit ${member.epoch}`,
      token: `${member.memberId} of ${code}, visit ${member.epoch}`,
    };
  }

  #backfill(code: RoomCode, room: Room | null, cursor: number | null): Answer {
    const { state } = this.#accountOf(code);
    if (room === null || state === null) return refused('unknown_room');
    const { generation, revision } = state;
    const sync = this.#sync(code, state, cursor);
    return { kind: 'backfill', generation, throughSequence: revision, sync };
  }

  #sync(code: RoomCode, state: RoomState, cursor: number | null): Sync {
    if (cursor === null) return { kind: 'snapshot', snapshot: viewOf(state) };
    const { events } = this.#accountOf(code);
    return { kind: 'events', events: events.slice(cursor, state.revision).map(shown) };
  }

  closed(id: ConnectionId): void {
    const known = this.#sockets.get(id);
    this.#sockets.delete(id);
    this.#connections.delete(id);
    if (known?.code == null) return;
    void this.#lobby.dropped(known.code, known.socket).catch(() => undefined);
  }
}

const done = (room: Room | null): Answer =>
  room === null
    ? refused('not_member')
    : { kind: 'done', generation: 1, revision: room.log.length };

const refused = (code: Extract<Answer, { readonly kind: 'refused' }>['code']): Answer => ({
  kind: 'refused',
  code,
  generation: null,
});
