/** One page of a member: a process that runs the real client over the member's storage. */
import { Client } from '../../src/client/client.ts';
import type { ClientOptions, ClientPorts, Settled } from '../../src/client/client-options.ts';
import { memberId, roomCode } from '../../src/core/ids.ts';
import type { RoomView } from '../../src/core/view.ts';
import type { ClientStorage, StoredClient, StoredSession } from '../../src/ports/client-storage.ts';
import type { Dialer } from '../../src/ports/network.ts';
import type { Scheduling } from '../kernel/scheduling.ts';
import type { SimProcess } from '../kernel/process.ts';

/** What survives a reload; the tabs of one member share it. */
export class PageStorage implements ClientStorage {
  #stored: StoredClient = { session: null, pending: null, command: null };
  /** The session as it was before its nonce was last replaced: what a forger of used nonces has. */
  earlier: StoredSession | null = null;

  read(): StoredClient {
    return this.#stored;
  }

  write(stored: StoredClient): void {
    const { session } = this.#stored;
    if (session !== null && session.nonce !== stored.session?.nonce) this.earlier = session;
    this.#stored = stored;
  }
}

/** How a page's client is made; a known-bad client rule takes the real one's place here (harness §5). */
export type ClientSeam = (ports: ClientPorts, options: ClientOptions) => Client;

export const realClient: ClientSeam = (ports, options) => new Client(ports, options);

export interface PageOf {
  readonly member: string;
  readonly room: string;
  /** Distinguishes the pages of a run. */
  readonly tab: number;
  readonly storage: ClientStorage;
  readonly clientRetryMs: number;
  readonly makeClient: ClientSeam;
  readonly onSettled: (settled: Settled) => void;
}

export class Page {
  readonly member: string;
  readonly tab: number;
  readonly process: SimProcess;
  readonly client: Client;
  /** The view that was last reported to the watchers. */
  reported: RoomView | null = null;

  constructor(kernel: Scheduling, of: PageOf, dialer: (page: Page) => Dialer) {
    this.member = of.member;
    this.tab = of.tab;
    this.process = kernel.process(of.member);
    let ids = 0;
    const random = {
      below: (bound: number) => kernel.choices.choose('value', bound),
      id: () => `${of.member}.${of.tab}.${++ids}`,
    };
    const log = { info: () => {}, warn: () => {} };
    const { storage, clientRetryMs, onSettled } = of;
    this.client = of.makeClient(
      { dialer: dialer(this), clock: this.process.clock, random, storage, log },
      {
        code: roomCode(of.room),
        memberId: memberId(of.member),
        backoffMs: 500,
        maxBackoffMs: 8_000,
        requestTimeoutMs: 3_000,
        clientRetryMs,
        silenceMs: null,
        onSettled,
      },
    );
  }

  /** The page is gone: nothing of it runs any more. */
  kill(): void {
    this.client.stop();
    this.process.alive = false;
  }
}
