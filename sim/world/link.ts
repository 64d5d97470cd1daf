/** One transport between a member's page and a server: two ordered channels, and the news of its end for each side. */
import type { ConnectionId } from '../../src/core/ids.ts';
import type { TransportEvents } from '../../src/ports/network.ts';
import type { ServerProcess } from '../system-under-test.ts';
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
  /** How many of the latest in flight are frames; only these overtake each other. */
  #frames = 0;
  #lastMs = 0;

  /** When the latest of what was sent arrives, in virtual ms. */
  get lastMs(): number {
    return this.#lastMs;
  }

  /** Puts something on its way; when it arrives, given when it would without what is ahead of it. */
  send(arriveMs: number, deliver: () => void): number {
    const time = this.sendFrame(arriveMs, deliver);
    this.#frames = 0;
    return time;
  }

  /** The same for what may be overtaken: a frame, and not the news that the transport has opened or closed. */
  sendFrame(arriveMs: number, deliver: () => void): number {
    this.#inFlight.push(deliver);
    this.#frames++;
    this.#lastMs = Math.max(this.#lastMs, arriveMs);
    return this.#lastMs;
  }

  /** Lets the frame that was sent last overtake the one before it; says whether there was one, and not a copy of it. */
  swapLast(): boolean {
    const last = this.#inFlight.at(-1);
    const before = this.#inFlight.at(-2);
    if (last === undefined || before === undefined || this.#frames < 2) return false;
    this.#inFlight.splice(-2, 2, last, before);
    return last !== before;
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
