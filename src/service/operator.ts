/**
 * What an operator may do to rooms and to what is halted on its way out (P13, P14, P21). Who asks was authenticated before.
 */
import type { HostCommand } from '../core/command.ts';
import type { RequestId, RoomCode } from '../core/ids.ts';
import { policyErrors, type Settings } from '../core/settings.ts';
import type { HaltedRecord, RoomStore } from '../ports/room-store.ts';
import type { LobbyService, Outcome } from './lobby-service.ts';

type Given<Command> = Command extends unknown
  ? Omit<Command, 'code' | 'requestId' | 'authority'>
  : never;

/** A host-only command without what the operator's authority adds; `transfer` is refused to it. */
export type OperatorCommand = Given<HostCommand>;

/** A policy whose lengths break a relation of protocol §10; each message names both values. */
export class InvalidPolicy extends Error {
  override readonly name = 'InvalidPolicy';
}

/** What of the store an operator uses itself; the rest goes through the service. */
type OperatedStore = Pick<RoomStore, 'load' | 'halted' | 'redrive' | 'drop'>;

export class Operator {
  readonly #store: OperatedStore;
  readonly #service: LobbyService;
  readonly #settings: Settings;

  constructor(store: OperatedStore, service: LobbyService, settings: Settings) {
    this.#store = store;
    this.#service = service;
    this.#settings = settings;
  }

  /**
   * Gives the command for the generation that is live now. Rejects with `InvalidPolicy` before anything is asked of the
   * store, and with `StoreUnavailable`.
   */
  async command(code: RoomCode, requestId: RequestId, asked: OperatorCommand): Promise<Outcome> {
    if (asked.kind === 'setPolicy') {
      const errors = policyErrors(asked.policy, this.#settings);
      if (errors.length > 0) throw new InvalidPolicy(errors.join('\n'));
    }
    const { state } = await this.#store.load(code, null);
    if (state === null) return { kind: 'refused', code: 'unknown_room', generation: 0 };
    const authority = { kind: 'operator', generation: state.generation } as const;
    return this.#service.handle({ code, requestId, authority, ...asked });
  }

  /** At most so many of the halted records of all rooms and targets. */
  async halted(limit: number): Promise<readonly HaltedRecord[]> {
    return this.#store.halted(limit);
  }

  /** Lets the record be tried again; false: it was not halted (any more). */
  async redrive(record: HaltedRecord): Promise<boolean> {
    return this.#store.redrive(record);
  }

  /** Gives the record up; false: it was not halted (any more). */
  async drop(record: HaltedRecord): Promise<boolean> {
    return this.#store.drop(record);
  }
}
