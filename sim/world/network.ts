/**
 * The network between members and servers: latency, loss, delay, duplication, reordering, and transports that end so
 * that each side hears of it in its own time (harness §2).
 */
import { connectionId, memberId } from '../../src/core/ids.ts';
import type {
  CloseReason,
  Connection,
  RequestFrame,
  ServerFrame,
  TransportEvents,
} from '../../src/ports/network.ts';
import type { Scheduling } from '../kernel/scheduling.ts';
import type { SimProcess } from '../kernel/process.ts';
import { wordOf } from '../kernel/trace.ts';
import type { LatencyProfile } from '../plan/plan.ts';
import { Channel, type Link, type RunningServer } from './link.ts';
import type { Cuts } from './cuts.ts';
import type { RunFaults } from './run-faults.ts';

/** How much later a delayed frame arrives at most, in ms. */
const DELAY_MS = 3_000;
/** How long a side hears nothing before it takes its transport for broken, in ms: a ping time-out. */
const SILENCE_MS = [6_000, 9_000] as const;

/** What the network tells the watchers: what left a server, and what reached a member. */
export interface NetworkObserver {
  requested(link: Link, frame: RequestFrame): void;
  sent(link: Link, frame: ServerFrame): void;
  delivered(link: Link, frame: ServerFrame): void;
  closedBy(link: Link, reason: CloseReason): void;
}

export class Network {
  readonly links: Set<Link> = new Set();
  readonly #kernel: Scheduling;
  readonly #faults: RunFaults;
  readonly #cuts: Cuts;
  readonly #latency: LatencyProfile['networkMs'];
  readonly #observer: NetworkObserver;
  #connections = 0;

  constructor(
    kernel: Scheduling,
    faults: RunFaults,
    cuts: Cuts,
    latency: LatencyProfile['networkMs'],
    observer: NetworkObserver,
  ) {
    this.#kernel = kernel;
    this.#faults = faults;
    this.#cuts = cuts;
    this.#latency = latency;
    this.#observer = observer;
  }

  /** Whether it carries frames and both of its ends are open. */
  isOpen(id: string): boolean {
    for (const { connectionId: each, whole, clientOpen, serverOpen, client } of this.links) {
      if (each === id) return whole && clientOpen && serverOpen && client.alive;
    }
    return false;
  }

  /** A member's page connects; a server that does not run refuses. */
  dial(member: string, client: SimProcess, server: RunningServer, events: TransportEvents): void {
    const kernel = this.#kernel;
    kernel.after(this.#delay(), server.name, 'connect', null, () => {
      // A page that is gone by now has taken its half-open transport with it.
      if (!client.alive) return;
      if (this.#cuts.parts(member, server.name)) {
        this.#faults.count('partition');
        kernel.after(this.#silenceMs(), client.lane, 'no answer', client, () =>
          events.closed(null),
        );
        return;
      }
      const running = server.running;
      if (running === null || running.process.paused) {
        kernel.after(this.#delay(), client.lane, 'refused', client, () => events.closed(null));
        return;
      }
      this.#open(member, client, server.name, running, events);
    });
  }

  #open(
    member: string,
    client: SimProcess,
    server: string,
    running: NonNullable<RunningServer['running']>,
    events: TransportEvents,
  ): void {
    const link: Link = {
      connectionId: connectionId(`c${++this.#connections}`),
      member,
      client,
      server,
      serverProcess: running.process,
      serverCode: running.code,
      events,
      toServer: new Channel(),
      toClient: new Channel(),
      whole: true,
      clientOpen: true,
      serverOpen: true,
    };
    this.links.add(link);
    // Under way before the server can send anything: a transport opens before its first frame comes.
    this.#toClient(link, 'opened', () => {
      events.opened({
        connectionId: link.connectionId,
        send: (frame) => this.#request(link, frame),
        close: () => this.close(link),
      });
    });
    this.#kernel.enter(running.process);
    running.code.accept(this.#serverEnd(link));
  }

  #serverEnd(link: Link): Connection {
    return {
      connectionId: link.connectionId,
      memberId: memberId(link.member),
      send: (frame) => this.#reply(link, frame),
      close: (reason) => this.#shut(link, reason),
    };
  }

  #request(link: Link, frame: RequestFrame): void {
    if (!link.clientOpen || !link.client.alive) return;
    this.#kernel.guard(() => this.#observer.requested(link, frame));
    if (this.#cutOff(link.member, link.server, link)) return;
    this.#faulty(link, link.toServer, link.serverProcess, () => {
      if (!link.serverOpen) return;
      this.#kernel.trace.note(wordOf(frame.request.kind));
      this.#kernel.trace.detail(() => `${link.member} asks to ${frame.request.kind}`);
      link.serverCode.receive(link.connectionId, frame);
    });
  }

  #reply(link: Link, frame: ServerFrame): void {
    if (!link.serverOpen || !link.serverProcess.alive) return;
    this.#kernel.guard(() => this.#observer.sent(link, frame));
    if (this.#cutOff(link.server, link.member, link)) return;
    this.#faulty(link, link.toClient, link.client, () => {
      if (!link.clientOpen) return;
      this.#note(frame);
      link.events.received(frame);
      this.#kernel.guard(() => this.#observer.delivered(link, frame));
    });
  }

  /** Whether a partition loses what is sent that way on a transport that is whole. */
  #cutOff(from: string, to: string, link: Link): boolean {
    if (!link.whole || !this.#cuts.blocks(from, to)) return false;
    this.#faults.count('partition');
    return true;
  }

  /** A partition that lasts longer than the sides are patient breaks the transports across it. */
  parted(one: string, other: string): void {
    for (const link of this.links) {
      const { member, server } = link;
      if (!(member === one && server === other) && !(member === other && server === one)) continue;
      this.#kernel.after(this.#silenceMs(), server, 'ping', null, () => {
        if (this.#cuts.parts(one, other)) this.drop(link, 0, 0);
      });
    }
  }

  #note(frame: ServerFrame): void {
    const { trace } = this.#kernel;
    trace.note(wordOf(frame.kind));
    if (frame.kind === 'event') trace.note(frame.event.sequence);
    else if (frame.kind === 'pulse') trace.note(frame.revision);
    else
      trace.note(wordOf(frame.answer.kind === 'refused' ? frame.answer.code : frame.answer.kind));
    trace.detail(() => described(frame));
  }

  /** Sends one frame under the faults of the run. */
  #faulty(link: Link, channel: Channel, to: SimProcess, deliver: () => void): void {
    // What is sent on a broken transport is lost anyway, and no fault has done it.
    if (!link.whole) return;
    const faults = this.#faults;
    if (faults.happens('message-drop')) {
      faults.count('message-drop');
      return;
    }
    this.#sendFrame(link, channel, to, this.#lateness(channel), deliver);
    if (faults.happens('message-duplicate')) {
      faults.count('message-duplicate');
      this.#sendFrame(link, channel, to, 0, deliver);
    }
    if (faults.happens('message-reorder') && channel.swapLast()) faults.count('message-reorder');
  }

  /** How much later than it would a frame is to arrive, in ms. */
  #lateness(channel: Channel): number {
    if (!this.#faults.happens('message-delay')) return 0;
    const lateMs = 1 + this.#kernel.choices.choose('latency', DELAY_MS);
    // Behind something that is later still it makes no difference.
    const [, slowestMs] = this.#latency;
    if (channel.lastMs < this.#kernel.nowMs + slowestMs + lateMs)
      this.#faults.count('message-delay');
    return lateMs;
  }

  #sendFrame(
    link: Link,
    channel: Channel,
    to: SimProcess,
    lateMs: number,
    deliver: () => void,
  ): void {
    const whole = (): void => {
      if (link.whole) deliver();
    };
    const arriveMs = channel.sendFrame(this.#kernel.nowMs + this.#delay() + lateMs, whole);
    this.#kernel.at(arriveMs, to.lane, 'deliver', to, () => channel.arrive());
  }

  #toClient(link: Link, operation: string, deliver: () => void): void {
    const arriveMs = link.toClient.send(this.#kernel.nowMs + this.#delay(), () => {
      if (link.whole && link.clientOpen) deliver();
    });
    this.#kernel.at(arriveMs, link.client.lane, operation, link.client, () =>
      link.toClient.arrive(),
    );
  }

  /** The server closes: the client hears of it after all frames that were sent before. */
  #shut(link: Link, reason: CloseReason): void {
    if (!link.serverOpen) return;
    link.serverOpen = false;
    this.#forgetIfOver(link);
    this.#kernel.guard(() => this.#observer.closedBy(link, reason));
    if (this.#cutOff(link.server, link.member, link)) {
      this.drop(link, 0, this.#silenceMs());
      return;
    }
    this.#toClient(link, 'closed', () => {
      this.#kernel.trace.note(wordOf(reason));
      this.#kernel.trace.detail(() => `closed by the server: ${reason}`);
      this.#clientHears(link, reason);
    });
  }

  /** The member closes: both sides hear of it. */
  close(link: Link): void {
    if (!link.clientOpen) return;
    link.clientOpen = false;
    this.#forgetIfOver(link);
    if (this.#cutOff(link.member, link.server, link)) {
      this.drop(link, this.#silenceMs(), 0);
      return;
    }
    const arriveMs = link.toServer.send(this.#kernel.nowMs + this.#delay(), () => {
      if (link.whole) this.#serverHears(link);
    });
    this.#kernel.at(arriveMs, link.server, 'closed', link.serverProcess, () =>
      link.toServer.arrive(),
    );
  }

  /** The transport breaks: nothing gets through any more, and each side notices in its own time. */
  drop(link: Link, serverNoticesMs: number, clientNoticesMs: number): void {
    if (!link.whole) return;
    link.whole = false;
    this.#kernel.after(serverNoticesMs, link.server, 'notices the drop', link.serverProcess, () =>
      this.#serverHears(link),
    );
    this.#kernel.after(clientNoticesMs, link.client.lane, 'notices the drop', link.client, () =>
      this.#clientHears(link, null),
    );
  }

  /** The server's process is gone, and its transports with it; the clients notice in their own time. */
  abandon(process: SimProcess, clientNoticesMs: number): void {
    for (const link of this.links) {
      if (link.serverProcess !== process) continue;
      link.serverOpen = false;
      this.#forgetIfOver(link);
      this.drop(link, 0, clientNoticesMs);
    }
  }

  /** Has both sides hear soon of a transport that no longer gets anything through. */
  hastenNotice(link: Link, withinMs: number): void {
    if (link.whole) return;
    link.whole = true;
    this.drop(link, withinMs, withinMs);
  }

  #serverHears(link: Link): void {
    if (!link.serverOpen) return;
    link.serverOpen = false;
    this.#forgetIfOver(link);
    link.serverCode.closed(link.connectionId);
  }

  #clientHears(link: Link, reason: CloseReason | null): void {
    if (!link.clientOpen) return;
    link.clientOpen = false;
    this.#forgetIfOver(link);
    link.events.closed(reason);
  }

  #forgetIfOver(link: Link): void {
    if (!link.clientOpen && !link.serverOpen) this.links.delete(link);
  }

  #silenceMs(): number {
    return this.#kernel.choices.between('latency', ...SILENCE_MS);
  }

  #delay(): number {
    const [min, max] = this.#latency;
    return this.#kernel.choices.between('latency', min, max);
  }
}

function described(frame: ServerFrame): string {
  if (frame.kind === 'event') return `event ${frame.event.sequence} ${frame.event.kind}`;
  if (frame.kind === 'pulse') return `pulse: revision ${frame.revision}`;
  const { answer } = frame;
  if (answer.kind === 'refused') return `refused: ${answer.code}`;
  if (answer.kind === 'done') return `done at ${answer.revision}`;
  return `${answer.kind} through ${answer.throughSequence}`;
}
