/** One transport between a member's page and a server: two ordered channels, and the news of its end for each side. */
import type { ConnectionId } from '../../src/core/ids.ts';
import type { TransportEvents } from '../../src/ports/network.ts';
import type { ServerProcess } from '../api.ts';
import type { SimProcess } from '../kernel/process.ts';

export interface Link {
  readonly connectionId: ConnectionId;
  readonly member: string;
  readonly client: SimProcess;
  /** The server's lane. */
  readonly server: string;
  readonly serverProcess: SimProcess;
  readonly serverCode: ServerProcess;
  readonly events: TransportEvents;
  readonly toServer: Channel;
  readonly toClient: Channel;
  /** Frames get through. */
  whole: boolean;
  /** The side has not yet heard that the transport has ended. */
  clientOpen: boolean;
  serverOpen: boolean;
}

/** One direction: what is under way, first sent first. */
export class Channel {
  readonly #inFlight: (() => void)[] = [];
  /** When the latest of what is under way arrives, in virtual ms. */
  #lastMs = 0;

  /** Puts something on its way; when it arrives, given when it would without what is ahead of it. */
  send(arriveMs: number, deliver: () => void): number {
    this.#inFlight.push(deliver);
    this.#lastMs = Math.max(this.#lastMs, arriveMs);
    return this.#lastMs;
  }

  /** Lets what was sent last overtake what was sent before it. */
  swapLast(): boolean {
    const last = this.#inFlight.pop();
    const before = this.#inFlight.pop();
    if (last !== undefined) this.#inFlight.push(last);
    if (before === undefined) return false;
    this.#inFlight.push(before);
    return true;
  }

  /** The first of what is under way arrives. */
  arrive(): void {
    this.#inFlight.shift()?.();
  }
}

/** A server's lane, and what runs in it now; null while it is down or still booting. */
export interface RunningServer {
  readonly name: string;
  running: { readonly process: SimProcess; readonly code: ServerProcess } | null;
}
