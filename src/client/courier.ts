/** Sends requests, each under one id until it is answered or has been repeated for long enough (P24). */
import type { RoomCode } from '../core/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import { type BackoffBounds, backoffMs } from './backoff.ts';
import type { Exchange } from './exchange.ts';
import type { Line } from './line.ts';

export interface CourierOptions extends BackoffBounds {
  readonly code: RoomCode;
  readonly requestTimeoutMs: number;
  readonly clientRetryMs: number;
}

/** What the courier calls. */
export interface CourierOwner {
  /** Does the work, unless the client is stopped, and then whatever follows from it. */
  enter(work: () => void): void;
  /** The request is about to leave: whatever has to be stored is stored now. */
  leaving(exchange: Exchange): void;
  isUnderWay(exchange: Exchange): boolean;
  giveUp(exchange: Exchange): void;
}

interface CourierPorts {
  readonly clock: Clock;
  readonly random: Random;
}

export class Courier {
  readonly #ports: CourierPorts;
  readonly #options: CourierOptions;
  readonly #line: Line;
  readonly #owner: CourierOwner;

  constructor(ports: CourierPorts, options: CourierOptions, line: Line, owner: CourierOwner) {
    this.#ports = ports;
    this.#options = options;
    this.#line = line;
    this.#owner = owner;
  }

  /** Sends what has not been sent on the current transport; from then on it repeats itself. */
  sendOnce(exchange: Exchange): void {
    if (exchange.sentOn !== this.#line.transport) this.#send(exchange);
  }

  /** Repeats it after a pause that grows with every time it was put off. */
  putOff(exchange: Exchange): void {
    const ms = backoffMs(this.#options, exchange.refusals, this.#ports.random);
    exchange.refusals += 1;
    this.#sendAgain(exchange, ms);
  }

  /** Adds to the time for which a request has been repeated; false: it is given up. */
  waited(exchange: Exchange, ms: number): boolean {
    if (exchange.waited(ms) < this.#options.clientRetryMs) return true;
    this.#owner.giveUp(exchange);
    return false;
  }

  #send(exchange: Exchange): void {
    const { transport } = this.#line;
    if (transport === null) return;
    exchange.sentOn = transport;
    exchange.everSent = true;
    this.#owner.leaving(exchange);
    const { requestId, request } = exchange;
    transport.send({ kind: 'request', code: this.#options.code, requestId, request });
    this.#sendAgain(exchange, this.#options.requestTimeoutMs);
  }

  /** On a new transport it is sent at once by whoever finds it unsent there; this wait is then over. */
  #sendAgain(exchange: Exchange, ms: number): void {
    const turn = exchange.nextTurn();
    const { transport } = this.#line;
    const again = (): void => {
      if (this.#line.transport !== transport || !exchange.isTurn(turn)) return;
      if (this.#owner.isUnderWay(exchange) && this.waited(exchange, ms)) this.#send(exchange);
    };
    void this.#ports.clock.sleep(ms).then(() => this.#owner.enter(again));
  }
}
