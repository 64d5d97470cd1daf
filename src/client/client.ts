/** A player's end of one room: what it sees, and what it can ask for. Browser-safe. */
import type { ConnectionId, MemberId } from '../core/ids.ts';
import type { RoomView } from '../core/view.ts';
import type { ClientOptions, ClientPorts, ClientStatus, Intent } from './client-options.ts';
import type { Replica } from './replica.ts';
import { SessionDriver } from './session-driver.ts';

export class Client {
  readonly #driver: SessionDriver;

  /** Knows what an earlier page left in the storage, and comes back to it when `reconnect` is called (P24). */
  constructor(ports: ClientPorts, options: ClientOptions) {
    this.#driver = new SessionDriver(ports, options);
  }

  /** The room as of the last event applied; who is host is read here and nowhere else (P24). */
  get view(): RoomView | null {
    return this.#driver.replica.view;
  }

  get replica(): Replica {
    return this.#driver.replica;
  }

  get status(): ClientStatus {
    return this.#driver.status;
  }

  /** The session's epoch while a transport is attached; null otherwise. */
  get epoch(): number | null {
    return this.#driver.epoch;
  }

  /** The attached transport; null while there is none. */
  get connectionId(): ConnectionId | null {
    return this.#driver.connectionId;
  }

  /** Opens the code anew; `lastGeneration` is the last one that the owner knows of, 0: none (P18). */
  open(lastGeneration: number): Intent {
    return this.#driver.begin({ kind: 'open', lastGeneration });
  }

  /** Joins the live generation, or only the one that is meant. With a seat it takes that up again (P17). */
  join(generation: number | null): Intent {
    return this.#driver.begin({ kind: 'join', generation });
  }

  leave(): Intent {
    return this.#driver.command(({ generation, epoch }) => ({ kind: 'leave', generation, epoch }));
  }

  remove(target: MemberId): Intent {
    return this.#driver.command((fence) => ({ kind: 'remove', target, ...fence }));
  }

  setEligible(target: MemberId, eligible: boolean): Intent {
    return this.#driver.command((fence) => ({ kind: 'setEligible', target, eligible, ...fence }));
  }

  transfer(target: MemberId): Intent {
    return this.#driver.command((fence) => ({ kind: 'transfer', target, ...fence }));
  }

  end(): Intent {
    return this.#driver.command((fence) => ({ kind: 'end', ...fence }));
  }

  /** Closes the transport and stays offline until `reconnect`, `open` or `join`. */
  disconnect(): void {
    this.#driver.disconnect();
  }

  /** Comes back at once, without waiting for the back-off; after a reload, from what was stored. */
  reconnect(): void {
    this.#driver.reconnect();
  }

  /** The page is dead: nothing is sent, stored or reported any more. */
  stop(): void {
    this.#driver.stop();
  }
}
