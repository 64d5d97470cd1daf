/**
 * One room, driven through `decide` as a store would drive it: it holds the committed state, the store time, the live
 * instances and the log, applies what is committed, and keeps for every member the credentials of its last reply.
 */
import type { EventLog } from './backfill.ts';
import type { Authority, Command } from './command.ts';
import { decide, type Decision } from './decide.ts';
import type { Attachment, RoomEvent } from './event.ts';
import {
  after,
  connectionId,
  instanceId,
  memberId,
  type RequestId,
  requestId,
  type RoomCode,
  roomCode,
  type StoreTime,
  storeTime,
} from './ids.ts';
import type { Outage } from './instances.ts';
import type { RoomPolicy } from './policy.ts';
import type { SessionReply } from './reply.ts';
import { type Member, memberOf, type RoomState } from './state.ts';

export const CODE: RoomCode = roomCode('GAME');
export const START: StoreTime = storeTime(1_000);
/** Short and distinct, so that a number in a test says which of them it is. */
export const POLICY: RoomPolicy = {
  succession: 'lease',
  leaseMs: 30,
  seatGraceMs: 120,
  emptyRoom: 'hold',
  idleMs: 1_000,
  maxAbsenceMs: null,
};

/** What a member was told: its session, the epoch whose nonce it holds, and its generation. */
export interface Credentials {
  readonly generation: number;
  readonly epoch: number;
  readonly session: RequestId;
}

/** On which instance a command's own transport is; null: it comes without one. */
interface Travelling {
  readonly on?: string | null;
}

interface Resuming extends Travelling, Partial<Credentials> {
  /** Whose session is presented; the member's own unless told. */
  readonly sessionOf?: string;
  readonly cursor?: number | null;
  readonly forged?: 'session' | 'nonce';
}

interface Fencing {
  readonly generation?: number;
  readonly epoch?: number;
  readonly hostTerm?: number;
}

export class RoomDriver {
  state: RoomState | null = null;
  now: StoreTime = START;
  /** Events of the present generation; retention may have dropped the first ones. */
  events: RoomEvent[] = [];
  /** What the store has recorded; in number order. */
  readonly outages: Outage[] = [];
  readonly live: Set<string> = new Set(['east', 'west']);
  #retainedFrom = 1;
  #generations = 0;
  #requests = 0;
  readonly #credentials = new Map<string, Credentials>();

  /** A room that `host` has opened, and that the others have joined, one ms apart. */
  static of(names: string, policy: Partial<RoomPolicy> = {}): RoomDriver {
    const [host = '', ...others] = names.split(' ');
    const room = new RoomDriver();
    room.open(host, { policy });
    for (const name of others) room.pass(1).join(name);
    return room;
  }

  // The world around the room.

  pass(ms: number): this {
    this.now = after(this.now, ms);
    return this;
  }

  /** Lets store time come to `ms` from the present lease deadline. */
  passLease(ms = 0): this {
    const { leaseUntil } = this.room;
    if (leaseUntil === null) throw new Error('no lease runs');
    this.now = after(leaseUntil, ms);
    return this;
  }

  /** The instances `east` and `west` are live until they lose their heartbeats. */
  lose(...instances: readonly string[]): this {
    for (const instance of instances) this.live.delete(instance);
    return this;
  }

  /** Everything is down for so long, and then `instance` sends the heartbeat that ends the outage. */
  outage(ms: number, instance: string): this {
    const startedAt = this.now;
    return this.pass(ms).endOutage(startedAt, instance);
  }

  /** Now `instance` sends the first heartbeat after the one of `startedAt`; all earlier instances are void. */
  endOutage(startedAt: StoreTime, instance: string): this {
    this.lose(...this.live).start(instance);
    this.outages.push({ number: this.outages.length + 1, startedAt, endedAt: this.now });
    return this;
  }

  /** A new instance sends its first heartbeat. */
  start(instance: string): this {
    this.live.add(instance);
    return this;
  }

  /** Retention drops the events up to `sequence`. */
  forget(sequence: number): this {
    this.#retainedFrom = sequence + 1;
    return this;
  }

  // What is committed.

  get room(): RoomState {
    if (this.state === null) throw new Error('the room was never opened');
    return this.state;
  }

  member(name: string): Member {
    const member = memberOf(this.room, memberId(name));
    if (member === undefined) throw new Error(`${name} has no seat`);
    return member;
  }

  /** The seated members in order; the absent ones in brackets, the ineligible ones with a dash. */
  get seats(): string {
    const shown = this.room.members.map(({ memberId: id, attachment, eligible }) => {
      const name = eligible ? id : `-${id}`;
      return attachment === null ? `(${name})` : name;
    });
    return shown.join(' ');
  }

  /** What `name` holds from its last reply. */
  credentials(name: string): Credentials {
    const held = this.#credentials.get(name);
    return held ?? { generation: this.#generations, epoch: 0, session: requestId('none') };
  }

  // Who asks for a host-only command.

  /** The committed host with the committed term, but for what is told otherwise. */
  host({ name, ...fencing }: Fencing & { readonly name?: string } = {}): Authority {
    const { host, hostTerm } = this.room;
    const asker = memberId(name ?? host ?? 'nobody');
    const { generation, epoch } = this.credentials(asker);
    return { kind: 'host', memberId: asker, generation, epoch, hostTerm, ...fencing };
  }

  operator(generation: number = this.#generations): Authority {
    return { kind: 'operator', generation };
  }

  // The commands.

  open(
    name: string,
    how: Travelling & { policy?: Partial<RoomPolicy>; lastGeneration?: number } = {},
  ): Decision {
    return this.decide({
      kind: 'open',
      ...this.#asked(),
      memberId: memberId(name),
      lastGeneration: how.lastGeneration ?? this.#generations,
      policy: { ...POLICY, ...how.policy },
      transport: this.#transport(name, how),
    });
  }

  join(name: string, how: Travelling & { generation?: number } = {}): Decision {
    return this.decide({
      kind: 'join',
      ...this.#asked(),
      memberId: memberId(name),
      generation: how.generation ?? null,
      transport: this.#transport(name, how),
    });
  }

  resume(name: string, how: Resuming = {}): Decision {
    const held = this.credentials(name);
    const owner = how.sessionOf ?? name;
    const session = how.session ?? this.credentials(owner).session;
    return this.decide({
      kind: 'resume',
      ...this.#asked(),
      memberId: memberId(name),
      generation: how.generation ?? held.generation,
      session: how.forged === 'session' ? null : { memberId: memberId(owner), session },
      nonceEpoch: how.forged === 'nonce' ? null : (how.epoch ?? held.epoch),
      cursor: how.cursor ?? null,
      transport: this.#transport(name, how),
    });
  }

  attach(
    name: string,
    how: { on?: string; generation?: number; epoch?: number; cursor?: number } = {},
  ): Decision {
    const held = this.credentials(name);
    return this.decide({
      kind: 'attach',
      code: CODE,
      memberId: memberId(name),
      generation: how.generation ?? held.generation,
      epoch: how.epoch ?? held.epoch,
      cursor: how.cursor ?? null,
      transport: this.#newTransport(name, how.on ?? 'east'),
    });
  }

  /** Closes the member's attached connection, unless another one is named. */
  disconnect(name: string, how: { connection?: string; generation?: number } = {}): Decision {
    const attached = this.state?.members.find((member) => member.memberId === name)?.attachment;
    return this.decide({
      kind: 'disconnect',
      code: CODE,
      memberId: memberId(name),
      generation: how.generation ?? this.#generations,
      connectionId: connectionId(how.connection ?? attached?.connectionId ?? 'none'),
    });
  }

  leave(name: string, how: Omit<Fencing, 'hostTerm'> = {}): Decision {
    const { generation, epoch } = this.credentials(name);
    const who = { memberId: memberId(name), generation, epoch, ...how };
    return this.decide({ kind: 'leave', ...this.#asked(), ...who });
  }

  remove(name: string, authority: Authority = this.host()): Decision {
    return this.decide({ kind: 'remove', ...this.#asked(), authority, target: memberId(name) });
  }

  setEligible(name: string, eligible: boolean, authority: Authority = this.host()): Decision {
    const target = memberId(name);
    return this.decide({ kind: 'setEligible', ...this.#asked(), authority, target, eligible });
  }

  transfer(name: string, authority: Authority = this.host()): Decision {
    return this.decide({ kind: 'transfer', ...this.#asked(), authority, target: memberId(name) });
  }

  setPolicy(policy: Partial<RoomPolicy>, authority: Authority = this.operator()): Decision {
    const changed = { ...this.room.policy, ...policy };
    return this.decide({ kind: 'setPolicy', ...this.#asked(), authority, policy: changed });
  }

  end(authority: Authority = this.host()): Decision {
    return this.decide({ kind: 'end', ...this.#asked(), authority });
  }

  /** A worker promotes by what it observed: by default exactly what is committed. */
  promote(observed: { generation?: number; host?: string; leaseUntil?: number } = {}): Decision {
    const leaseUntil = observed.leaseUntil ?? this.state?.leaseUntil ?? START;
    return this.decide({
      kind: 'promote',
      code: CODE,
      generation: observed.generation ?? this.#generations,
      host: memberId(observed.host ?? this.state?.host ?? 'nobody'),
      leaseUntil: storeTime(leaseUntil),
    });
  }

  expireSeats(generation: number = this.#generations): Decision {
    return this.decide({ kind: 'expireSeats', code: CODE, generation });
  }

  close(generation: number = this.#generations): Decision {
    return this.decide({ kind: 'close', code: CODE, generation });
  }

  void(generation: number = this.#generations): Decision {
    return this.decide({ kind: 'void', code: CODE, generation });
  }

  /** Decides, and applies what is committed. */
  decide(command: Command): Decision {
    const decision = decide(this.state, command, {
      at: this.now,
      instances: {
        isLive: (id) => this.live.has(id),
        anyLive: this.live.size > 0,
        outagesAfter: (number) => this.outages.slice(number),
      },
      log: this.retained(),
      nextGeneration: this.#generations + 1,
    });
    if (decision.kind !== 'commit') return decision;
    if (decision.state.generation !== this.#generations) this.#begin(decision.state.generation);
    this.state = decision.state;
    this.events.push(...decision.events);
    if (decision.reply.kind === 'session') this.#keep(decision.reply);
    return decision;
  }

  /** The retained log, as a store reads it. */
  retained(): EventLog {
    const events = this.events.filter((event) => event.sequence >= this.#retainedFrom);
    return {
      from: this.#retainedFrom,
      after: (cursor) => events.filter((event) => event.sequence > cursor),
    };
  }

  #begin(generation: number): void {
    this.#generations = generation;
    this.#retainedFrom = 1;
    this.events = [];
  }

  #keep({ memberId: id, generation, epoch, session }: SessionReply): void {
    this.#credentials.set(id, { generation, epoch, session });
  }

  #asked(): { readonly code: typeof CODE; readonly requestId: RequestId } {
    this.#requests += 1;
    return { code: CODE, requestId: requestId(`request-${this.#requests}`) };
  }

  #transport(name: string, { on = 'east' }: Travelling): Attachment | null {
    return on === null ? null : this.#newTransport(name, on);
  }

  #newTransport(name: string, on: string): Attachment {
    this.#requests += 1;
    const id = connectionId(`${name}-${this.#requests}`);
    return { connectionId: id, instanceId: instanceId(on) };
  }
}

/** The kinds of what was committed, in order; what else the decision was, if it was no commit. */
export const kinds = (decision: Decision): readonly string[] =>
  decision.kind === 'commit' ? decision.events.map((event) => event.kind) : [outcome(decision)];

/** `committed`, `nothing`, or the code of the refusal. */
export function outcome(decision: Decision): string {
  if (decision.kind === 'refused') return decision.code;
  return decision.kind === 'commit' ? 'committed' : 'nothing';
}

/** What was committed, without the place (generation, sequence, store time), which is the same for every kind. */
export function facts(decision: Decision): readonly object[] {
  if (decision.kind !== 'commit') throw new Error(`not committed: ${outcome(decision)}`);
  return decision.events.map(({ generation: _, sequence: __, at: ___, ...body }) => body);
}

/** The answer to a session command. */
export function sessionOf(decision: Decision): SessionReply {
  if (decision.kind === 'commit' && decision.reply.kind === 'session') return decision.reply;
  throw new Error(`no session: ${outcome(decision)}`);
}
