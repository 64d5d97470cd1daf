/**
 * A watched room with the wire in front of it: members ask as their clients do, the real core decides, and the answers
 * carry real secrets, so that watchers see requests, commits and frames in the order of a run. A test may tamper with a
 * commit or with an answer on its way to the watchers.
 */
import type { Command } from '../../src/core/command.ts';
import type { Decision } from '../../src/core/decide.ts';
import { connectionId, instanceId, memberId, requestId } from '../../src/core/ids.ts';
import { sync } from '../../src/core/backfill.ts';
import { CODE, POLICY } from '../../src/core/room-driver.test-suite.ts';
import type { RoomPolicy } from '../../src/core/policy.ts';
import { fencedMember } from '../../src/core/fencing.ts';
import { publicEvent, viewOf } from '../../src/core/view.ts';
import type {
  Answer,
  ClientRequest,
  RequestFrame,
  ServerFrame,
  SessionAnswer,
} from '../../src/ports/network.ts';
import { Credentials } from '../../src/service/credentials.ts';
import { readRequest } from '../../src/service/request-reader.ts';
import { SimSigner } from '../systems/sim-signer.ts';
import type { Invariant, LinkFacts, TabFacts } from './invariant.ts';
import { WatchedRoom } from './watch-harness.test-suite.ts';

/** How a request travels. */
export interface Travel {
  /** The connection; the member's last one by default. */
  readonly on?: string;
  /** The request id; a new one by default. */
  readonly id?: string;
  /** Makes another answer of the answer. */
  readonly answered?: (answer: Answer) => Answer;
}

export class WatchedLobby extends WatchedRoom {
  readonly #credentials = new Credentials(new SimSigner('a key', () => this.now), 300_000);
  readonly #policy: RoomPolicy;
  readonly #sessions = new Map<string, SessionAnswer>();
  readonly #connections = new Map<string, string>();
  readonly #records = new Map<string, Decision>();
  #ids = 0;

  constructor(invariants: readonly Invariant[], policy: Partial<RoomPolicy> = {}) {
    super(invariants);
    this.#policy = { ...POLICY, ...policy };
  }

  /** What the member was last answered. */
  session(name: string): SessionAnswer {
    const answer = this.#sessions.get(name);
    if (answer === undefined) throw new Error(`${name} has no session`);
    return answer;
  }

  link(
    name: string,
    on: string = this.#connections.get(name) ?? this.#newConnection(name),
  ): LinkFacts {
    this.#connections.set(name, on);
    return { connectionId: on, member: name, server: 'server-1' };
  }

  /** A connection that nothing was asked on yet. */
  fresh(name: string): string {
    return this.#newConnection(name);
  }

  // What members do.

  opens(name: string, how: Travel = {}): Answer {
    const lastGeneration = this.state?.generation ?? 0;
    return this.asks(name, { kind: 'open', lastGeneration }, { on: this.fresh(name), ...how });
  }

  joins(name: string, how: Travel & { generation?: number } = {}): Answer {
    const generation = how.generation ?? null;
    return this.asks(name, { kind: 'join', generation }, { on: this.fresh(name), ...how });
  }

  /** Comes back with what it holds, on a new connection. */
  returns(
    name: string,
    how: Travel & { with?: SessionAnswer; cursor?: number | null; nonce?: string } = {},
  ): Answer {
    const { generation, sessionId, nonce, throughSequence } = how.with ?? this.session(name);
    const cursor = how.cursor === undefined ? throughSequence : how.cursor;
    return this.asks(
      name,
      { kind: 'resume', generation, sessionId, nonce: how.nonce ?? nonce, cursor },
      { on: this.fresh(name), ...how },
    );
  }

  attaches(name: string, with_: SessionAnswer = this.session(name), how: Travel = {}): Answer {
    const { generation, epoch, token, throughSequence: cursor } = with_;
    const request = { kind: 'attach', generation, epoch, token, cursor } as const;
    return this.asks(name, request, { on: this.fresh(name), ...how });
  }

  leaves(name: string, how: Travel = {}): Answer {
    const { generation, epoch } = this.session(name);
    return this.asks(name, { kind: 'leave', generation, epoch }, how);
  }

  backfills(name: string, cursor: number | null, how: Travel = {}): Answer {
    const { generation, epoch } = this.session(name);
    return this.asks(name, { kind: 'backfill', generation, epoch, cursor }, how);
  }

  removes(name: string, target: string, how: Travel & { hostTerm?: number } = {}): Answer {
    return this.asks(
      name,
      { kind: 'remove', target: memberId(target), ...this.#fence(name, how) },
      how,
    );
  }

  transfers(name: string, target: string, how: Travel & { hostTerm?: number } = {}): Answer {
    return this.asks(
      name,
      { kind: 'transfer', target: memberId(target), ...this.#fence(name, how) },
      how,
    );
  }

  rates(
    name: string,
    target: string,
    eligible: boolean,
    how: Travel & { hostTerm?: number } = {},
  ): Answer {
    const fence = this.#fence(name, how);
    return this.asks(
      name,
      { kind: 'setEligible', target: memberId(target), eligible, ...fence },
      how,
    );
  }

  ends(name: string, how: Travel & { hostTerm?: number } = {}): Answer {
    return this.asks(name, { kind: 'end', ...this.#fence(name, how) }, how);
  }

  #fence(
    name: string,
    { hostTerm = this.room.hostTerm }: { hostTerm?: number },
  ): {
    readonly generation: number;
    readonly epoch: number;
    readonly hostTerm: number;
  } {
    const { generation, epoch } = this.session(name);
    return { generation, epoch, hostTerm };
  }

  /** Sends a request, has it decided, and sends the answer. */
  asks(name: string, request: ClientRequest, how: Travel = {}): Answer {
    const frame = this.sends(name, request, how);
    const link = this.link(name, how.on);
    const right = this.#serve(link, frame);
    const answer = how.answered?.(right) ?? right;
    this.answers(link, frame.requestId, answer);
    return answer;
  }

  /** Only sends a request. */
  sends(name: string, request: ClientRequest, { on, id }: Travel = {}): RequestFrame {
    this.#ids += 1;
    const frame: RequestFrame = {
      kind: 'request',
      code: CODE,
      requestId: requestId(id ?? `${name}.${this.#ids}`),
      request,
    };
    this.monitor.requested(this.link(name, on), frame);
    return frame;
  }

  answers(link: LinkFacts, id: string, answer: Answer): void {
    this.frame(link, { kind: 'reply', requestId: requestId(id), answer });
    if (answer.kind === 'session') this.#sessions.set(link.member, answer);
  }

  /** A frame leaves the server and reaches the page. */
  frame(link: LinkFacts, frame: ServerFrame): void {
    this.monitor.sent(link, frame);
    this.monitor.delivered(link, frame);
  }

  /** The server feeds a committed event to a member. */
  feeds(name: string, sequence: number, changed: object = {}): void {
    const event = this.events.find((committed) => committed.sequence === sequence);
    if (event === undefined) throw new Error(`no event ${sequence}`);
    this.frame(this.link(name), { kind: 'event', event: { ...publicEvent(event), ...changed } });
  }

  /** A page on the member's last connection that shows the committed room, but for what is said otherwise. */
  page(name: string, but: Partial<TabFacts> = {}): TabFacts {
    return {
      member: name,
      room: CODE,
      tab: 1,
      status: 'live',
      view: viewOf(this.room),
      epoch: this.#sessions.get(name)?.epoch ?? null,
      connectionId: this.#connections.get(name) ?? null,
      transportOpen: true,
      wants: 'in',
      ...but,
    };
  }

  /** P20: a recorded request is answered first. */
  #serve(link: LinkFacts, { request, requestId: id }: RequestFrame): Answer {
    if (request.kind === 'backfill') return this.#backfill(link.member, request);
    const recorded = this.#records.get(id);
    if (recorded !== undefined) return this.#answer(recorded);
    const asked = { code: CODE, requestId: id, memberId: memberId(link.member) };
    const transport = {
      connectionId: connectionId(link.connectionId),
      instanceId: instanceId('east'),
    };
    const command = readRequest(request, asked, transport, this.#credentials, this.#policy);
    if (typeof command === 'string') return { kind: 'refused', code: command, generation: null };
    return this.#decided(command, id);
  }

  #decided(command: Command, id: string): Answer {
    const decision = this.decide(command);
    if (decision.kind === 'commit' && command.kind !== 'attach') this.#records.set(id, decision);
    return this.#answer(decision);
  }

  #answer(decision: Decision): Answer {
    if (decision.kind === 'nothing') throw new Error('a request came to nothing');
    if (decision.kind === 'refused') return { ...decision, generation: null };
    const { reply } = decision;
    if (reply.kind === 'done') return reply;
    const { memberId: member, session, ...rest } = reply;
    const { generation, epoch } = rest;
    return {
      ...rest,
      sessionId: this.#credentials.sessionId(generation, member, session),
      nonce: this.#credentials.nonce(generation, session, epoch),
      token: this.#credentials.token(CODE, reply),
    };
  }

  #backfill(name: string, asked: Extract<ClientRequest, { kind: 'backfill' }>): Answer {
    const member = fencedMember(this.room, memberId(name), asked.epoch);
    if (typeof member === 'string') return { kind: 'refused', code: member, generation: null };
    const answer = sync(this.room, this.retained(), asked.cursor);
    if (answer === null) return { kind: 'refused', code: 'invalid_cursor', generation: null };
    const { generation, revision } = this.room;
    return { kind: 'backfill', generation, throughSequence: revision, sync: answer };
  }

  #newConnection(name: string): string {
    this.#ids += 1;
    return `${name}-c${this.#ids}`;
  }
}

/** A lobby whose room the first of `names` has opened and the others have joined, one ms apart. */
export function lobby(
  invariant: Invariant | readonly Invariant[],
  names: string,
  policy: Partial<RoomPolicy> = {},
): WatchedLobby {
  const room = new WatchedLobby('id' in invariant ? [invariant] : invariant, policy);
  const [host = '', ...others] = names.split(' ');
  room.opens(host);
  for (const name of others) room.pass(1).joins(name);
  return room;
}

/** Changes fields of an answer. */
export const but =
  (fields: object): NonNullable<Travel['answered']> =>
  (answer) =>
    ({ ...answer, ...fields }) as Answer;

/** Answers with a refusal, whatever was done. */
export const refusing =
  (code: Extract<Answer, { kind: 'refused' }>['code']): NonNullable<Travel['answered']> =>
  () => ({ kind: 'refused', code, generation: null });
