/**
 * The client's current transport: dialled, watched, dropped, and dialled again with back-off. There is at most one; what
 * an earlier one still says, its close above all, reaches nobody (P16).
 */
import type { Clock } from '../ports/clock.ts';
import type { ClientTransport, CloseReason, Dialer, ServerFrame } from '../ports/network.ts';
import type { Random } from '../ports/random.ts';
import { type BackoffBounds, backoffMs } from './backoff.ts';

/** What the line calls, always inside `enter`. */
export interface LineOwner {
  /** Does the work, unless the client is stopped, and then whatever follows from it. */
  enter(work: () => void): void;
  received(transport: ClientTransport, frame: ServerFrame): void;
  closed(reason: CloseReason | null): void;
  /** It has waited `ms` to dial again. */
  pausedFor(ms: number): void;
  /** Whether there is still anything to have a transport for. */
  hasPurpose(): boolean;
}

export interface LineOptions extends BackoffBounds {
  readonly silenceMs: number | null;
}

interface LinePorts {
  readonly dialer: Dialer;
  readonly clock: Clock;
  readonly random: Random;
}

/** One transport, from the attempt to get it on. */
interface Link {
  transport: ClientTransport | null;
  /** Whether anything has arrived since the last look. */
  heard: boolean;
}

export class Line {
  readonly #ports: LinePorts;
  readonly #options: LineOptions;
  readonly #owner: LineOwner;
  #link: Link | null = null;
  /** Stays down until it is dialled on purpose. */
  #held = true;
  #failures = 0;
  /** The pause before the next dial that still counts. */
  #pause: object | null = null;

  constructor(ports: LinePorts, options: LineOptions, owner: LineOwner) {
    this.#ports = ports;
    this.#options = options;
    this.#owner = owner;
  }

  get state(): 'down' | 'dialling' | 'up' {
    if (this.#link === null) return 'down';
    return this.#link.transport === null ? 'dialling' : 'up';
  }

  get transport(): ClientTransport | null {
    return this.#link?.transport ?? null;
  }

  /** Dials now, unless it is up or being dialled. */
  dial(): void {
    this.#held = false;
    if (this.#link !== null) return;
    this.#pause = null;
    const link: Link = { transport: null, heard: false };
    this.#link = link;
    this.#watch(link);
    this.#ports.dialer.dial({
      opened: (transport) => this.#opened(link, transport),
      received: (frame) => this.#received(link, frame),
      closed: (reason) => this.#closed(link, reason),
    });
  }

  /** Dials after a pause, unless it is held, or one is under way. */
  redial(): void {
    if (this.#held || this.#pause !== null || this.#link !== null) return;
    const pause = {};
    this.#pause = pause;
    const ms = backoffMs(this.#options, this.#failures, this.#ports.random);
    this.#failures += 1;
    this.#after(ms, () => {
      if (this.#pause !== pause) return;
      this.#pause = null;
      this.#owner.pausedFor(ms);
      if (!this.#held && this.#owner.hasPurpose()) this.dial();
    });
  }

  /** The transport is of use: the next pause is a short one again. */
  succeeded(): void {
    this.#failures = 0;
  }

  drop(): void {
    const transport = this.transport;
    this.#link = null;
    transport?.close();
  }

  /** Drops the transport and stays down until `dial`. */
  hold(): void {
    this.#held = true;
    this.#pause = null;
    this.drop();
  }

  #opened(link: Link, transport: ClientTransport): void {
    if (this.#link !== link) return transport.close();
    this.#owner.enter(() => {
      link.transport = transport;
      link.heard = true;
    });
  }

  #received(link: Link, frame: ServerFrame): void {
    const { transport } = link;
    if (this.#link !== link || transport === null) return;
    link.heard = true;
    this.#owner.enter(() => this.#owner.received(transport, frame));
  }

  #closed(link: Link, reason: CloseReason | null): void {
    if (this.#link !== link) return;
    this.#link = null;
    this.#owner.enter(() => this.#owner.closed(reason));
  }

  /** A transport on which nothing arrives, not even pulses, is broken though it does not say so (P24). */
  #watch(link: Link): void {
    const { silenceMs } = this.#options;
    if (silenceMs === null) return;
    this.#after(silenceMs, () => {
      if (this.#link !== link) return;
      if (link.heard) {
        link.heard = false;
        return this.#watch(link);
      }
      this.drop();
      this.#owner.closed(null);
    });
  }

  #after(ms: number, work: () => void): void {
    void this.#ports.clock.sleep(ms).then(() => this.#owner.enter(work));
  }
}
