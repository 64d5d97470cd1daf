/**
 * A lobby as one writes it in an afternoon: a record per room in a key-value store, a socket per player, and a timer for
 * a host who has gone. It works on the developer's machine. It knows nothing of any simulator.
 */

export interface Player {
  readonly name: string;
  readonly joinedAt: number;
  /** The socket it is connected through; null while it is gone. */
  socket: string | null;
  /** Counts its visits. */
  visit: number;
}

/** What happened, for everybody to hear. */
export interface Happening {
  readonly seq: number;
  readonly at: number;
  readonly what: 'opened' | 'joined' | 'dropped' | 'back' | 'left' | 'host';
  readonly player: string;
  readonly socket: string | null;
  readonly visit: number;
  /** Who was host before; for `host` only. */
  readonly previous: string | null;
}

export interface Room {
  readonly code: string;
  host: string | null;
  /** How many hosts there have been. */
  reigns: number;
  players: Player[];
  log: Happening[];
}

export interface Shelf {
  get(code: string): Promise<Room | null>;
  set(code: string, room: Room): Promise<void>;
}

export interface Socket {
  readonly id: string;
  readonly player: string;
  tell(happening: Happening): void;
  close(): void;
}

export class Lobby {
  readonly #shelf: Shelf;
  readonly #leaseMs: number;
  readonly #sockets = new Map<string, Set<Socket>>();

  constructor(shelf: Shelf, leaseMs: number) {
    this.#shelf = shelf;
    this.#leaseMs = leaseMs;
  }

  /** Null: there is a room of this code already. */
  async open(code: string, socket: Socket): Promise<Room | null> {
    if ((await this.#shelf.get(code)) !== null) return null;
    const room: Room = { code, host: socket.player, reigns: 1, players: [], log: [] };
    record(room, 'opened', socket.player, null, 0);
    seat(room, socket);
    return this.#save(room, socket);
  }

  /** Null: there is no such room. Whoever was here before takes the old place again. */
  async join(code: string, socket: Socket): Promise<Room | null> {
    const room = await this.#shelf.get(code);
    if (room === null) return null;
    const player = find(room, socket.player);
    if (player === undefined) {
      seat(room, socket);
    } else {
      player.socket = socket.id;
      player.visit++;
      record(room, 'back', player.name, socket.id, player.visit);
    }
    return this.#save(room, socket);
  }

  async leave(code: string, name: string): Promise<Room | null> {
    const room = await this.#shelf.get(code);
    const player = room === null ? undefined : find(room, name);
    if (room === null || player === undefined) return null;
    room.players = room.players.filter((other) => other.name !== name);
    record(room, 'left', name, null, player.visit);
    if (room.host === name)
      this.#crown(
        room,
        room.players.find((other) => other.socket !== null),
      );
    return this.#save(room);
  }

  /** The host gives authority to somebody else. */
  async transfer(code: string, from: string, to: string): Promise<Room | null> {
    const room = await this.#shelf.get(code);
    if (room === null || room.host !== from) return null;
    this.#crown(room, find(room, to));
    return this.#save(room);
  }

  async current(code: string): Promise<Room | null> {
    return this.#shelf.get(code);
  }

  /** A socket has closed: its player is gone, and a host has some time to come back. */
  async dropped(code: string, socket: Socket): Promise<void> {
    this.#sockets.get(code)?.delete(socket);
    const room = await this.#shelf.get(code);
    const player = room === null ? undefined : find(room, socket.player);
    if (room === null || player === undefined) return;
    player.socket = null;
    record(room, 'dropped', player.name, null, player.visit);
    await this.#save(room);
    if (room.host === player.name) setTimeout(() => void this.#expire(code), this.#leaseMs);
  }

  async #expire(code: string): Promise<void> {
    const room = await this.#shelf.get(code);
    if (room === null) return;
    const next = room.players.find((player) => player.socket !== null);
    if (next === undefined) return;
    this.#crown(room, next);
    await this.#save(room);
  }

  #crown(room: Room, next: Player | undefined): void {
    const previous = room.host;
    room.host = next?.name ?? null;
    if (next !== undefined) room.reigns++;
    record(room, 'host', next?.name ?? '', null, 0, previous);
  }

  /** Puts the room back on the shelf, and tells everybody what is new. */
  async #save(room: Room, joining?: Socket): Promise<Room> {
    const sockets = this.#sockets.get(room.code) ?? new Set();
    this.#sockets.set(room.code, sockets);
    const known = (await this.#shelf.get(room.code))?.log.length ?? 0;
    await this.#shelf.set(room.code, room);
    for (const happening of room.log.slice(known)) {
      for (const socket of sockets) socket.tell(happening);
    }
    if (joining !== undefined) sockets.add(joining);
    return room;
  }
}

const find = (room: Room, name: string): Player | undefined =>
  room.players.find((player) => player.name === name);

function seat(room: Room, socket: Socket): void {
  const visit = 1;
  const player = { name: socket.player, joinedAt: Date.now(), socket: socket.id, visit };
  room.players.push(player);
  record(room, 'joined', player.name, socket.id, visit);
}

function record(
  room: Room,
  what: Happening['what'],
  player: string,
  socket: string | null,
  visit: number,
  previous: string | null = null,
): void {
  const seq = room.log.length + 1;
  room.log.push({ seq, at: Date.now(), what, player, socket, visit, previous });
}
