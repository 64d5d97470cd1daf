/**
 * What has happened in a run so far, noted once for all invariants that ask about the past. Every watcher that asks hands
 * on what it is told (`committed`, `requested`, `replied`); the first to do so has it noted, the others get the same
 * answer. So a watcher works alone as well as among others, and the notes cost once.
 */
import type { RoomCode } from '../../src/core/ids.ts';
import type { RequestFrame, ServerFrame } from '../../src/ports/network.ts';
import type { Commit, RoomEvent, RunningSystem } from '../system-under-test.ts';
import { type EpochFacts, GenerationHistory, type MemberHistory } from './generation-history.ts';
import type { LinkFacts, WatchedRun } from './invariant.ts';
import { retold, type Telling } from './retelling.ts';
import type { ShadowRoom } from './shadow-room.ts';
import { type Ask, type Copy, WireHistory } from './wire-history.ts';

type SessionEvent = Extract<RoomEvent, { readonly epoch: number }>;
type LeftEvent = Extract<RoomEvent, { readonly kind: 'member.left' }>;

/** What one event did to one session. */
export interface SessionChange {
  readonly event: SessionEvent;
  /** Whether the member had a seat before. */
  readonly seated: boolean;
  /** The last epoch before, also of an earlier stay in this generation; null: there was none. */
  readonly before: EpochFacts | null;
  /** Whether that epoch had already had its one transport (P16). */
  readonly attachedBefore: boolean;
  /** The transport that was attached before. */
  readonly connectionBefore: string | null;
  /** The transport that is attached now. */
  readonly connection: string | null;
}

/** What a host-only command may have done, and who was host just before. */
export interface HostOnlyEffect {
  readonly event: RoomEvent;
  readonly host: string | null;
  readonly hostTerm: number;
  readonly hostEpoch: number;
  readonly hostConnected: boolean;
}

export interface Departure {
  readonly event: LeftEvent;
  readonly epoch: number;
}

/** One commit. The same object for all of them: it is to be read at once. */
export interface CommitFacts {
  readonly commit: Commit;
  readonly history: GenerationHistory;
  /** The latest generation of the code before; the same one unless this commit began another. */
  readonly previous: GenerationHistory | null;
  readonly sessions: readonly SessionChange[];
  readonly effects: readonly HostOnlyEffect[];
  readonly departures: readonly Departure[];
}

/** A reply that left a server, and the request on the same connection that it answers. */
export interface Reply {
  readonly frame: Extract<ServerFrame, { readonly kind: 'reply' }>;
  /** Undefined: nothing was asked under this id on this connection. */
  readonly copy: Copy | undefined;
  readonly at: number;
}

interface CodeHistory {
  readonly generations: Map<number, GenerationHistory>;
  latest: GenerationHistory;
  room: ShadowRoom;
}

const histories = new WeakMap<RunningSystem, RunHistory>();

/** The one history of a run. */
export function historyOf(run: Pick<WatchedRun, 'system'>): RunHistory {
  const known = histories.get(run.system);
  if (known !== undefined) return known;
  const created = new RunHistory(run);
  histories.set(run.system, created);
  return created;
}

export class RunHistory {
  readonly wire: WireHistory = new WireHistory();
  readonly codes: Map<RoomCode, CodeHistory> = new Map();
  /** The number of the last thing that was observed. */
  #instant = 0;
  readonly #tell: (commit: Commit) => void;
  readonly #sessions: SessionChange[] = [];
  readonly #effects: HostOnlyEffect[] = [];
  readonly #departures: Departure[] = [];
  #facts: CommitFacts | null = null;
  #previous: GenerationHistory | null = null;
  #generation: GenerationHistory | null = null;
  #request: RequestFrame | null = null;
  #requestLink: string | null = null;
  #reply: Reply | null = null;
  #replyLink: string | null = null;

  constructor(run: Pick<WatchedRun, 'system'>) {
    const told = retold(run, {
      begins: (telling) => this.#begin(telling),
      event: (telling, event) => this.#event(telling, event),
      ends: (telling) => this.#end(telling),
    });
    this.#tell = told.committed;
  }

  committed(commit: Commit): CommitFacts {
    if (this.#facts?.commit !== commit) this.#tell(commit);
    if (this.#facts === null) throw new Error('a commit was not retold');
    return this.#facts;
  }

  requested(link: LinkFacts, frame: RequestFrame): void {
    if (frame === this.#request && link.connectionId === this.#requestLink) return;
    this.#request = frame;
    this.#requestLink = link.connectionId;
    const latest = this.codes.get(frame.code)?.latest;
    this.wire.requested(link, frame, ++this.#instant, {
      generation: latest?.generation ?? 0,
      revision: latest?.head ?? 0,
      closed: latest !== undefined && latest.closedAt !== Number.POSITIVE_INFINITY,
    });
  }

  /** Null: the frame is no reply. */
  replied(link: LinkFacts, frame: ServerFrame): Reply | null {
    if (frame.kind !== 'reply') return null;
    if (this.#reply?.frame === frame && link.connectionId === this.#replyLink) return this.#reply;
    const copy = this.wire.copyOf(link.connectionId, frame.requestId);
    this.#reply = { frame, copy, at: ++this.#instant };
    this.#replyLink = link.connectionId;
    const code = copy?.ask.code;
    if (frame.answer.kind === 'session' && code !== undefined) {
      this.wire.granted(link, code, frame.answer);
    }
    return this.#reply;
  }

  latest(code: RoomCode): GenerationHistory | undefined {
    return this.codes.get(code)?.latest;
  }

  generation(code: RoomCode, generation: number): GenerationHistory | undefined {
    return this.codes.get(code)?.generations.get(generation);
  }

  /** The generation that an ask means, or that its answer names. */
  generationOf(ask: Ask, generation: number): GenerationHistory | undefined {
    return this.generation(ask.code, generation);
  }

  #begin({ commit, room }: Telling): void {
    this.#instant += 1;
    this.#sessions.length = 0;
    this.#effects.length = 0;
    this.#departures.length = 0;
    const { code, after } = commit;
    const known = this.codes.get(code);
    this.#previous = known?.latest ?? null;
    const history =
      known?.generations.get(after.generation) ?? new GenerationHistory(code, after.generation);
    this.#generation = history;
    if (known === undefined) {
      const generations = new Map([[after.generation, history]]);
      this.codes.set(code, { generations, latest: history, room });
      return;
    }
    known.generations.set(after.generation, history);
    known.latest = history;
    known.room = room;
  }

  #end({ commit }: Telling): void {
    const history = this.#generation;
    if (history === null) return;
    history.reach(commit.after.revision, this.#instant);
    this.#facts = {
      commit,
      history,
      previous: this.#previous,
      sessions: this.#sessions,
      effects: this.#effects,
      departures: this.#departures,
    };
  }

  #event({ commit, room }: Telling, event: RoomEvent): void {
    const history = this.#generation;
    if (history === null) return;
    const { sequence } = event;
    if (Number.isSafeInteger(sequence) && sequence > 0) history.events[sequence - 1] ??= event;
    switch (event.kind) {
      case 'member.joined':
      case 'session.renewed':
      case 'member.absent':
      case 'host.absent':
      case 'member.resumed':
      case 'host.resumed':
        this.#session(history, room, event, commit.after.revision);
        break;
      case 'member.left':
        this.#left(history, room, event);
        break;
      case 'member.eligibility':
        this.#effect(room, event);
        break;
      case 'host.changed':
        if (event.reason === 'transferred') this.#effect(room, event);
        break;
      case 'room.closed':
        if (event.reason === 'ended') this.#effect(room, event);
        this.#close(history);
        break;
      case 'room.opened':
      case 'lease.rearmed':
      case 'policy.changed':
        break;
    }
  }

  #session(
    history: GenerationHistory,
    room: ShadowRoom,
    event: SessionEvent,
    revision: number,
  ): void {
    const member = history.member(event.memberId);
    const before = member.latest;
    const connection = 'attachment' in event ? (event.attachment?.connectionId ?? null) : null;
    this.#sessions.push({
      event,
      seated: member.seated,
      before,
      attachedBefore: before !== null && (before.connection ?? before.attachedConnection) !== null,
      connectionBefore: room.members.get(event.memberId)?.connection ?? null,
      connection,
    });
    const joined = event.kind === 'member.joined';
    member.seated = true;
    if (before !== null && before.epoch === event.epoch && !joined) {
      if (connection === null || before.attachedConnection !== null) return;
      before.attachedRevision = revision;
      before.attachedConnection = connection;
      return;
    }
    const begins = joined || before === null || before.session !== event.session;
    this.#raise(member, { event, begins, revision, connection });
  }

  #raise(
    member: MemberHistory,
    how: {
      readonly event: SessionEvent;
      readonly begins: boolean;
      readonly revision: number;
      readonly connection: string | null;
    },
  ): void {
    const { event, ...rest } = how;
    const { epoch, session } = event;
    if (member.latest !== null) endNow(member.latest, this.#instant);
    const facts: EpochFacts = {
      epoch,
      session,
      ...rest,
      attachedRevision: null,
      attachedConnection: null,
      from: this.#instant,
      until: Number.POSITIVE_INFINITY,
    };
    member.latest = facts;
    member.epochs.set(epoch, facts);
  }

  #left(history: GenerationHistory, room: ShadowRoom, event: LeftEvent): void {
    const member = history.member(event.memberId);
    if (event.reason === 'removed') {
      member.removedAt ??= event.sequence;
      this.#effect(room, event);
    }
    if (event.reason === 'left') {
      this.#departures.push({ event, epoch: member.latest?.epoch ?? 0 });
    }
    member.seated = false;
    member.left = event.reason;
    if (member.latest !== null) endNow(member.latest, this.#instant);
  }

  #effect(room: ShadowRoom, event: RoomEvent): void {
    const { host, hostTerm } = room;
    const seat = host === null ? undefined : room.members.get(host);
    const hostConnected = seat !== undefined && seat.connection !== null;
    this.#effects.push({ event, host, hostTerm, hostEpoch: seat?.epoch ?? 0, hostConnected });
  }

  #close(history: GenerationHistory): void {
    history.closedAt = this.#instant;
    for (const member of history.members.values()) {
      member.seated = false;
      if (member.latest !== null) endNow(member.latest, this.#instant);
    }
  }
}

/** The epoch is no longer the current one of a seated member. */
const endNow = (facts: EpochFacts, instant: number): void => {
  if (facts.until === Number.POSITIVE_INFINITY) facts.until = instant;
};
