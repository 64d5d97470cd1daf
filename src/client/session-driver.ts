/**
 * Gets a transport and a session on it, and keeps both (P16, P17, P20, P24); feeds the replica.
 *
 * Every entry (an intent, a frame, a close, a sleep that ends) changes what the client knows and then calls `#proceed`,
 * which looks only at that knowledge and does the next thing: dial, resume, send, ask for a backfill, hang up. So a lost
 * frame or a late one never leaves it waiting for something that cannot come: the same knowledge leads to the same next
 * thing. All waiting is `clock.sleep`, and a sleep that ends too late finds that its turn is over.
 */
import type { ConnectionId, RequestId } from '../core/ids.ts';
import type { StoredSession } from '../ports/client-storage.ts';
import type {
  Answer,
  ClientTransport,
  CloseReason,
  ServerFrame,
  SessionAnswer,
} from '../ports/network.ts';
import type { ClientOptions, ClientPorts, ClientStatus, Intent } from './client-options.ts';
import { Commands } from './commands.ts';
import { Courier } from './courier.ts';
import {
  type CommandRequest,
  type Exchange,
  type HostFence,
  newExchange,
  type SessionRequest,
} from './exchange.ts';
import { GapFiller } from './gap-filler.ts';
import { Line } from './line.ts';
import { Recollection } from './recollection.ts';
import { Replica } from './replica.ts';
import { Reporter } from './reporter.ts';
import { CLIENT_RULES, type ClientRules, isOfStay, isSeatedIn } from './session-rules.ts';

/** What an accepted session answer has attached here. */
interface Attached {
  readonly epoch: number;
  readonly connectionId: ConnectionId;
}

type Refusal = Extract<Answer, { readonly kind: 'refused' }>;

export class SessionDriver {
  readonly replica: Replica;
  readonly #ports: ClientPorts;
  readonly #options: ClientOptions;
  readonly #rules: ClientRules;
  readonly #recollection: Recollection;
  readonly #line: Line;
  readonly #courier: Courier;
  readonly #gaps: GapFiller;
  readonly #commands: Commands;
  readonly #reporter: Reporter;
  #session: StoredSession | null;
  #pending: Exchange<SessionRequest> | null = null;
  #attached: Attached | null = null;
  /** Why there will be no session without the owner's doing. */
  #terminal: 'superseded' | 'over' | null = null;
  #stopped = false;

  constructor(ports: ClientPorts, options: ClientOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#rules = { ...CLIENT_RULES, ...options.rules };
    this.replica = options.replica ?? new Replica();
    this.#reporter = new Reporter(ports.log, options);
    this.#line = this.#makeLine();
    this.#courier = this.#makeCourier();
    this.#gaps = new GapFiller(this.replica, this.#courier, ports.random);
    this.#commands = new Commands(this.#courier, this.#reporter);
    this.#recollection = new Recollection(ports.storage);
    const { session, sessionRequest, command } = this.#recollection.recall();
    this.#session = session;
    this.#pending = sessionRequest;
    if (command !== null) this.#commands.add(command);
    if (session !== null) this.replica.begin(session.generation);
    this.#reporter.begin(this);
  }

  get status(): ClientStatus {
    if (this.#terminal !== null) return this.#terminal;
    if (this.#line.state === 'down') return this.#hasPurpose() ? 'offline' : 'idle';
    if (this.#line.state === 'dialling') return 'connecting';
    return this.#attached !== null && this.#pending === null ? 'live' : 'joining';
  }

  /** The session's epoch while a transport is attached; null otherwise. */
  get epoch(): number | null {
    return this.#attached?.epoch ?? null;
  }

  /** The attached transport; null while there is none. */
  get connectionId(): ConnectionId | null {
    return this.#attached?.connectionId ?? null;
  }

  /** Closes the transport and stays down. */
  disconnect(): void {
    this.#enter(() => this.#goOffline());
  }

  /** Dials at once, if there is anything to come back to. */
  reconnect(): void {
    this.#enter(() => {
      if (this.#hasPurpose()) this.#line.dial();
    });
  }

  stop(): void {
    this.#stopped = true;
    this.#goOffline();
  }

  /** Takes up an open or a join. */
  begin(request: SessionRequest): Intent {
    if (this.#stopped) return { kind: 'declined', reason: 'stopped' };
    if (this.#pending !== null) return { kind: 'declined', reason: 'busy' };
    const pending = newExchange(this.#ports.random, request);
    this.#enter(() => {
      this.#pending = pending;
      this.#terminal = null;
      this.#line.dial();
    });
    return { kind: 'taken', requestId: pending.requestId };
  }

  /** P14, P15: fenced by what the owner saw when it decided, whatever is true when the command arrives. */
  command(make: (fence: HostFence) => CommandRequest): Intent {
    if (this.#stopped) return { kind: 'declined', reason: 'stopped' };
    const fence = this.#fence();
    if (fence === null) return { kind: 'declined', reason: 'not_live' };
    const command = newExchange(this.#ports.random, make(fence));
    if (!this.#commands.add(command)) return { kind: 'declined', reason: 'busy' };
    this.#enter(() => undefined);
    return { kind: 'taken', requestId: command.requestId };
  }

  #fence(): HostFence | null {
    const { view } = this.replica;
    if (this.status !== 'live' || this.#attached === null || view === null) return null;
    const { generation, hostTerm } = view;
    return { generation, epoch: this.#attached.epoch, hostTerm };
  }

  // --- Entries

  #enter(work: () => void): void {
    if (this.#stopped) return;
    work();
    this.#checkSession();
    this.#proceed();
    this.#remember();
    this.#reporter.report(this);
  }

  #makeLine(): Line {
    return new Line(this.#ports, this.#options, {
      enter: (work) => this.#enter(work),
      received: (transport, frame) => this.#received(transport, frame),
      closed: (reason) => this.#closed(reason),
      pausedFor: (ms) => this.#pausedFor(ms),
      hasPurpose: () => this.#hasPurpose(),
    });
  }

  #makeCourier(): Courier {
    return new Courier(this.#ports, this.#options, this.#line, {
      enter: (work) => this.#enter(work),
      leaving: (exchange) => this.#leaving(exchange),
      isUnderWay: (exchange) => this.#underWay().includes(exchange),
      giveUp: (exchange) => this.#giveUp(exchange),
    });
  }

  #received(transport: ClientTransport, frame: ServerFrame): void {
    switch (frame.kind) {
      case 'event':
        return this.replica.event(frame.event);
      case 'pulse':
        return this.replica.pulse(frame.generation, frame.revision);
      case 'reply':
        return this.#answered(transport, frame.requestId, frame.answer);
    }
  }

  /** An answer that nobody waits for any more, such as a second copy, is dropped. */
  #answered(transport: ClientTransport, id: RequestId, answer: Answer): void {
    const command = this.#commands.current;
    const backfill = this.#gaps.current;
    if (id === this.#pending?.requestId) this.#sessionAnswered(transport, this.#pending, answer);
    else if (id === command?.requestId) this.#commandAnswered(command, answer);
    else if (id === backfill?.requestId) this.#ends(this.#gaps.answered(backfill, answer));
  }

  /** The late answer to a command of an earlier stay says nothing about the session that is held now (P17). */
  #commandAnswered(command: Exchange<CommandRequest>, answer: Answer): void {
    const isPresent = isOfStay(command.request, this.#session);
    const how = this.#commands.answered(command, answer);
    if (isPresent) this.#ends(how);
  }

  #ends(how: 'superseded' | 'over' | null): void {
    if (how === 'superseded') this.#superseded();
    else if (how === 'over') this.#over();
  }

  #closed(reason: CloseReason | null): void {
    this.#detach();
    const then = this.#rules.afterClose(reason);
    if (then === 'reconnect') this.#log('transport closed');
    else this.#ends(then);
  }

  #pausedFor(ms: number): void {
    for (const exchange of this.#underWay()) this.#courier.waited(exchange, ms);
  }

  // --- What to do next

  /** Whether there is anything to have a transport for. */
  #hasPurpose(): boolean {
    if (this.#terminal === 'superseded') return false;
    return this.#pending !== null || this.#session !== null || this.#commands.current !== null;
  }

  #proceed(): void {
    if (!this.#hasPurpose()) return this.#hangUp();
    if (this.#line.state === 'down') return this.#line.redial();
    if (this.#line.state === 'dialling') return;
    if (this.#pending !== null) return this.#courier.sendOnce(this.#pending);
    const command = this.#commands.current;
    if (this.#attached !== null) {
      if (command !== null) this.#courier.sendOnce(command);
      return this.#gaps.fill(this.#attached.epoch);
    }
    // Who leaves need not come back first: its epoch is still the current one. Without a session no resume is possible,
    // but what was sent is still asked about until it is answered (P24).
    const first = command !== null && (this.#session === null || command.request.kind === 'leave');
    if (first) this.#courier.sendOnce(command);
    else if (this.#session !== null) this.#resume(this.#session);
  }

  /** P16: resumes on the transport that the resume attaches. */
  #resume({ generation, sessionId, nonce }: StoredSession): void {
    const cursor = this.replica.cursor;
    this.#pending = newExchange(this.#ports.random, {
      kind: 'resume',
      generation,
      sessionId,
      nonce,
      cursor,
    });
    this.#courier.sendOnce(this.#pending);
  }

  #hangUp(): void {
    this.#line.drop();
    this.#detach();
  }

  /** What was attached to a transport that is gone. */
  #detach(): void {
    this.#attached = null;
    this.#gaps.cancel();
  }

  #goOffline(): void {
    this.#line.hold();
    this.#detach();
  }

  // --- Requests

  #underWay(): readonly Exchange[] {
    return [this.#pending, this.#commands.current, this.#gaps.current].filter((e) => e !== null);
  }

  /** P24: stored before it is sent, or a reload between the commit and its answer locks the member out. */
  #leaving(exchange: Exchange): void {
    if (exchange.request.kind === 'resume') {
      exchange.request = { ...exchange.request, cursor: this.replica.cursor };
    }
    this.#remember();
  }

  #giveUp(exchange: Exchange): void {
    const command = this.#commands.current;
    if (exchange === command) return this.#commands.giveUp(command);
    if (exchange === this.#pending) {
      this.#abandonPending();
      this.#goOffline();
    } else {
      this.#hangUp();
    }
  }

  // --- Answers

  #sessionAnswered(
    transport: ClientTransport,
    pending: Exchange<SessionRequest>,
    answer: Answer,
  ): void {
    if (answer.kind === 'refused') return this.#sessionRefused(pending, answer);
    if (answer.kind !== 'session') return;
    const { generation, sessionId, nonce, epoch } = answer;
    this.#pending = null;
    this.#session = { sessionId, generation, nonce, epoch };
    this.replica.begin(generation);
    this.replica.answer(answer);
    this.#attach(transport, answer);
    this.#reporter.settled(pending, 'accepted', generation);
  }

  /** P20: an answer that names another connection attaches nothing here; with the fresh nonce it is resumed again. */
  #attach({ connectionId }: ClientTransport, answer: SessionAnswer): void {
    const here = this.#rules.attaches(answer, connectionId);
    this.#detach();
    if (here) {
      this.#attached = { epoch: answer.epoch, connectionId };
      this.#line.succeeded();
    }
    this.#log(here ? 'live' : 'answered for another connection');
  }

  #sessionRefused(pending: Exchange<SessionRequest>, { code, generation }: Refusal): void {
    const { request } = pending;
    const then = this.#rules.afterRefusal(request.kind, code);
    // Without a cursor there is none to be invalid: nothing that a new start would cure.
    const incurable = then === 'restart' && request.kind === 'resume' && request.cursor === null;
    if (then === 'repeat' || incurable) return this.#courier.putOff(pending);
    if (then === 'elsewhere') return this.#hangUp();
    this.#pending = null;
    this.#reporter.settled(pending, code, generation);
    switch (then) {
      case 'restart':
        return this.replica.discard();
      case 'rejoin':
        return this.#rejoin(request.kind === 'resume' ? request.generation : null);
      case 'over':
        // A join that was refused says nothing about a session that is held besides.
        return request.kind === 'resume' || this.#session === null ? this.#over() : undefined;
      case 'report':
        return undefined;
    }
  }

  /** P17: as the authenticated member, for the same generation only: a new session for the seat, if it is still there. */
  #rejoin(generation: number | null): void {
    this.#session = null;
    this.#pending = newExchange(this.#ports.random, { kind: 'join', generation });
    this.#log('rejoin');
  }

  // --- The end of a session

  /** Ends the session when what was applied says so, or a later generation of the code is seen (P22, P24). */
  #checkSession(): void {
    if (this.#attached === null || this.#pending !== null) return;
    const { view, needsBackfill, succeededBy } = this.replica;
    const { memberId } = this.#options;
    const gone = view !== null && !needsBackfill && !isSeatedIn(view, memberId);
    if (succeededBy !== null || gone) this.#over();
  }

  /** An open or join that is under way goes on, and so does a command that was sent, until they are answered. */
  #over(): void {
    this.#session = null;
    this.#detach();
    if (this.#pending?.request.kind === 'resume') this.#abandonPending();
    if (this.#pending === null) this.#terminal = 'over';
    this.#commands.dropUnsent();
    this.#log('session over');
  }

  /** P16: terminal, so that two tabs do not evict each other for ever. A reload is the owner's own doing. */
  #superseded(): void {
    this.#terminal = 'superseded';
    this.#abandonPending();
    this.#hangUp();
    this.#commands.dropAll();
    this.#log('superseded');
  }

  #abandonPending(): void {
    const pending = this.#pending;
    this.#pending = null;
    if (pending !== null) this.#reporter.settled(pending, 'unknown');
  }

  /** A superseded page leaves the storage alone: it may be shared with the tab that took its place. */
  #remember(): void {
    if (this.#terminal === 'superseded') return;
    this.#recollection.remember(this.#session, this.#pending, this.#commands.current);
  }

  #log(transition: string): void {
    this.#reporter.log(transition, this);
  }
}
