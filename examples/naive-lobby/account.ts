/**
 * What the naive lobby's record of a room says in the words of the simulator: its happenings as events, and the room as
 * they tell it. The lobby has one generation and no seats that expire; everything else is taken from the record.
 */
import type {
  ConnectionId,
  InstanceId,
  MemberId,
  PublicEvent,
  RequestId,
  RoomCode,
  RoomEvent,
  RoomPolicy,
  RoomState,
  RoomView,
  StoreTime,
} from '../../sim/api.ts';
import type { Happening, Room } from './lobby.ts';

type Member = RoomState['members'][number];

/** All of a code, as it was put on the shelf time after time. */
export class Account {
  readonly events: RoomEvent[] = [];
  state: RoomState | null = null;
  readonly #policy: RoomPolicy;
  /** Under which request a connection last entered; none: it resumed the session that was there. */
  readonly #entries: ReadonlyMap<string, RequestId>;

  constructor(policy: RoomPolicy, entries: ReadonlyMap<string, RequestId>) {
    this.#policy = policy;
    this.#entries = entries;
  }

  /** The record has been put on the shelf at this store time; the events that are new in it. */
  update(room: Room, at: StoreTime, instance: InstanceId): readonly RoomEvent[] {
    const fresh = room.log.slice(this.events.length).map((happening): RoomEvent => {
      const event = this.#event(happening, at, instance);
      this.state = told(this.state, event, room.code as RoomCode);
      return event;
    });
    this.events.push(...fresh);
    if (this.state !== null) this.state = asRecorded(this.state, room);
    return fresh;
  }

  #event(happening: Happening, at: StoreTime, instance: InstanceId): RoomEvent {
    const { seq, player, visit, socket } = happening;
    const memberId = player as MemberId;
    const place = { generation: 1, sequence: seq, at };
    const session = { epoch: visit, session: this.#sessionOf(player, socket) };
    const attachment = { connectionId: socket as ConnectionId, instanceId: instance };
    const isHost = this.state?.host === memberId;
    switch (happening.what) {
      case 'opened':
        return { kind: 'room.opened', memberId, policy: this.#policy, ...place };
      case 'joined':
        return {
          kind: 'member.joined',
          memberId,
          eligible: true,
          ...session,
          attachment,
          ...place,
        };
      case 'dropped': {
        const seatUntil = (at + this.#policy.seatGraceMs) as StoreTime;
        const leaseUntil = (at + this.#policy.leaseMs) as StoreTime;
        const body = { memberId, ...session, seatUntil, ...place };
        return isHost
          ? { kind: 'host.absent', ...body, leaseUntil }
          : { kind: 'member.absent', ...body, leaseUntil: null };
      }
      case 'back':
        return {
          kind: isHost ? 'host.resumed' : 'member.resumed',
          memberId,
          ...session,
          attachment,
          ...place,
        };
      case 'left':
        return { kind: 'member.left', memberId, reason: 'left', ...place };
      case 'host':
        return this.#handoff(happening, place);
    }
  }

  #sessionOf(player: string, socket: string | null): RequestId {
    const entry = socket === null ? undefined : this.#entries.get(socket);
    const held = this.state?.members.find(({ memberId }) => memberId === player)?.session;
    return entry ?? held ?? ('' as RequestId);
  }

  #handoff(
    { player, previous }: Happening,
    place: { readonly generation: number; readonly sequence: number; readonly at: StoreTime },
  ): RoomEvent {
    const state = this.state;
    const gone = state?.members.every(({ memberId }) => memberId !== previous) ?? true;
    const absent = state?.leaseUntil !== null;
    const host = player === '' ? null : (player as MemberId);
    const hostTerm = (state?.hostTerm ?? 0) + (host === null ? 0 : 1);
    const reason = gone ? 'left' : absent ? 'lease_expired' : 'transferred';
    return {
      kind: 'host.changed',
      previous: previous as MemberId | null,
      host,
      hostTerm,
      reason,
      ...place,
    };
  }
}

/** The room after the next event. */
function told(before: RoomState | null, event: RoomEvent, code: RoomCode): RoomState {
  if (before === null || event.kind === 'room.opened') return opened(event, code);
  const state = { ...before, revision: event.sequence };
  switch (event.kind) {
    case 'member.joined':
      return whileEmpty(state, before, event.at, [...before.members, joined(event)]);
    case 'member.absent':
    case 'host.absent': {
      const { seatUntil, epoch } = event;
      const change = { attachment: null, absentSince: event.at, seatUntil, epoch };
      const leaseUntil = event.leaseUntil ?? before.leaseUntil;
      return whileEmpty({ ...state, leaseUntil }, before, event.at, changed(before, event, change));
    }
    case 'member.resumed':
    case 'host.resumed': {
      const { attachment, epoch, session } = event;
      const change = { attachment, epoch, session, absentSince: null, seatUntil: null };
      const isHost = event.kind === 'host.resumed';
      const leaseUntil = isHost ? null : before.leaseUntil;
      const absenceMs = before.absenceMs + (isHost ? absentFor(before, event) : 0);
      const next = { ...state, leaseUntil, absenceMs };
      return whileEmpty(next, before, event.at, changed(before, event, change));
    }
    case 'member.left': {
      const { memberId } = event;
      const gone = before.members.find((member) => member.memberId === memberId);
      const departed = [...before.departed, { memberId, epoch: gone?.epoch ?? 0, removed: false }];
      const members = before.members.filter((member) => member.memberId !== memberId);
      return whileEmpty({ ...state, departed }, before, event.at, members);
    }
    case 'host.changed': {
      const { host, hostTerm } = event;
      const next = { ...state, host, hostTerm, leaseUntil: null, absenceMs: 0 };
      return whileEmpty(next, before, event.at, before.members);
    }
    default:
      return state;
  }
}

/** How long somebody who is back was away, in ms. */
function absentFor({ members }: RoomState, { memberId, at }: Resumed): number {
  const since = members.find((member) => member.memberId === memberId)?.absentSince ?? at;
  return at - since;
}

type Resumed = Extract<RoomEvent, { readonly kind: 'member.resumed' | 'host.resumed' }>;

const opened = (event: RoomEvent, code: RoomCode): RoomState => {
  if (event.kind !== 'room.opened') throw new Error(`${code} begins with ${event.kind}`);
  return {
    code,
    generation: 1,
    revision: 1,
    policy: event.policy,
    host: event.memberId,
    hostTerm: 1,
    leaseUntil: null,
    absenceMs: 0,
    outage: 0,
    members: [],
    departed: [],
    emptySince: event.at,
    closed: null,
  };
};

const joined = (event: Extract<RoomEvent, { readonly kind: 'member.joined' }>): Member => ({
  memberId: event.memberId,
  joinedAt: event.at,
  eligible: event.eligible,
  session: event.session,
  epoch: event.epoch,
  epochAttached: true,
  attachment: event.attachment,
  absentSince: null,
  seatUntil: null,
  rearmed: false,
});

const changed = (
  { members }: RoomState,
  event: { readonly memberId: MemberId },
  change: Partial<Member>,
): readonly Member[] =>
  members.map((member) => (member.memberId === event.memberId ? { ...member, ...change } : member));

/** Since when nobody has been connected, a lease apart. */
function whileEmpty(
  state: RoomState,
  before: RoomState,
  at: StoreTime,
  members: readonly Member[],
): RoomState {
  const departed = state.departed.filter(
    (gone) => !members.some((m) => m.memberId === gone.memberId),
  );
  const empty = members.every(({ attachment }) => attachment === null);
  const leaseEnded = before.leaseUntil !== null && state.leaseUntil === null;
  const from = before.emptySince ?? at;
  const until = Math.max(from, Math.min(before.leaseUntil ?? from, at)) as StoreTime;
  return { ...state, members, departed, emptySince: empty ? (leaseEnded ? until : from) : null };
}

/** Where the record disagrees with its own happenings, the record is what the lobby goes by. */
function asRecorded(state: RoomState, room: Room): RoomState {
  const here = new Map(room.players.map(({ name, socket }) => [name as MemberId, socket] as const));
  return {
    ...state,
    host: room.host as MemberId | null,
    hostTerm: room.reigns,
    members: state.members.filter(({ memberId }) => here.has(memberId)),
  };
}

export function shown(event: RoomEvent): PublicEvent {
  const { generation, sequence, at } = event;
  const place = { generation, sequence, at };
  switch (event.kind) {
    case 'room.opened':
    case 'member.resumed':
    case 'host.resumed':
      return { kind: event.kind, memberId: event.memberId, ...place };
    case 'member.joined': {
      const { kind, memberId, eligible, attachment } = event;
      return { kind, memberId, eligible, connected: attachment !== null, ...place };
    }
    case 'member.absent':
    case 'host.absent': {
      const { kind, memberId, leaseUntil, seatUntil } = event;
      return { kind, memberId, leaseUntil, seatUntil, ...place };
    }
    case 'member.left':
      return { kind: event.kind, memberId: event.memberId, reason: event.reason, ...place };
    case 'host.changed': {
      const { kind, previous, host, hostTerm, reason } = event;
      return { kind, previous, host, hostTerm, reason, ...place };
    }
    default:
      throw new Error(`the naive lobby has no ${event.kind}`);
  }
}

export const viewOf = (state: RoomState): RoomView => ({
  generation: state.generation,
  sequence: state.revision,
  host: state.host,
  hostTerm: state.hostTerm,
  leaseUntil: state.leaseUntil,
  members: state.members.map(({ memberId, joinedAt, eligible, attachment, seatUntil }) => ({
    memberId,
    joinedAt,
    eligible,
    connected: attachment !== null,
    seatUntil,
  })),
  closed: state.closed,
});
