/** One request under way: it is repeated under its id until it is answered (P24). */
import { type RequestId, requestId } from '../core/ids.ts';
import type { ClientRequest } from '../ports/network.ts';
import type { Random } from '../ports/random.ts';

/** What gives a client a session. */
export type SessionRequest = Extract<ClientRequest, { readonly kind: 'open' | 'join' | 'resume' }>;
export type BackfillRequest = Extract<ClientRequest, { readonly kind: 'backfill' }>;
/** What a member asks of the room under its session: P10, P14. */
export type CommandRequest = Extract<
  ClientRequest,
  { readonly kind: 'leave' | 'remove' | 'transfer' | 'setEligible' | 'end' }
>;

export class Exchange<Request extends ClientRequest = ClientRequest> {
  readonly requestId: RequestId;
  /** The cursor in it may move on between repeats; it is no part of what the request is (P20). */
  request: Request;
  /** Whether it may have reached a server, also from before a reload. */
  everSent: boolean;
  /** The transport it was last sent on; null: not sent by this page. */
  sentOn: object | null = null;
  /** How often it was put off. */
  refusals = 0;
  #turn = 0;
  #waitedMs = 0;

  constructor(requestId: RequestId, request: Request, everSent = false) {
    this.requestId = requestId;
    this.request = request;
    this.everSent = everSent;
  }

  /** Begins a new wait; whoever waits for an earlier turn wakes for nothing. */
  nextTurn(): number {
    this.#turn += 1;
    return this.#turn;
  }

  isTurn(turn: number): boolean {
    return turn === this.#turn;
  }

  /** Adds to the time it has been repeated for; the sum, in ms. */
  waited(ms: number): number {
    this.#waitedMs += ms;
    return this.#waitedMs;
  }
}

/** A request that nobody has sent yet, under a new id. */
export const newExchange = <Request extends ClientRequest>(
  random: Random,
  request: Request,
): Exchange<Request> => new Exchange(requestId(random.id()), request);

/** What fences the commands of a host (P14, P15). */
export interface HostFence {
  readonly generation: number;
  readonly epoch: number;
  readonly hostTerm: number;
}
