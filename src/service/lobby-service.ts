/** The commit loop: load → decide → compare-and-swap, again when another commit came first (P3, P20). */
import {
  type Command,
  commandIdentity,
  type HostCommand,
  type MemberCommand,
  requestScope,
} from '../core/command.ts';
import { decide, type Decision } from '../core/decide.ts';
import type { DecisionContext } from '../core/draft.ts';
import type { RefusalCode } from '../core/refusal.ts';
import type { CommittedReply } from '../core/reply.ts';
import type { RoomState } from '../core/state.ts';
import {
  type Head,
  type RequestKey,
  type RoomStore,
  StoreUnavailable,
} from '../ports/room-store.ts';

/** A refusal, with the generation that the store has: the caller may need it for its next command (P18). */
export interface ServiceRefusal {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  /** 0: the code was never opened; null: it was not looked up. */
  readonly generation: number | null;
}

/** What a command came to. `nothing`: a signal that no longer meant anything. */
export type Outcome = CommittedReply | ServiceRefusal | { readonly kind: 'nothing' };

/** Decides a command on what was loaded; `decide` of the core, unless a known-bad design stands in for it. */
export type Decide = (
  state: RoomState | null,
  command: Command,
  context: DecisionContext,
) => Decision;

export class LobbyService {
  readonly #store: Pick<RoomStore, 'load' | 'commit'>;
  readonly #attempts: number;
  readonly #decide: Decide;

  constructor(
    store: Pick<RoomStore, 'load' | 'commit'>,
    attempts: number,
    decision: Decide = decide,
  ) {
    this.#store = store;
    this.#attempts = attempts;
    this.#decide = decision;
  }

  /**
   * Commits the command, or says why not. `unavailable` leaves it open whether it was committed: a member's command is
   * safe to repeat under its request id, every other one by its own nature.
   */
  async handle(command: Command): Promise<Outcome> {
    try {
      return await this.#commit(command);
    } catch (error) {
      if (error instanceof StoreUnavailable) return refusal('unavailable', null);
      throw error;
    }
  }

  async #commit(command: Command): Promise<Outcome> {
    const request = requestKey(command);
    for (let attempt = 0; attempt < this.#attempts; attempt++) {
      const { state, record } = await this.#store.load(command.code, request);
      if (record !== null) {
        return record.identity === request?.identity
          ? record.reply
          : refusal('request_id_reused', state?.generation ?? 0);
      }
      const outcome = await this.#store.commit({
        code: command.code,
        expected: headOf(state),
        request,
        decide: (context) => this.#decide(state, command, context),
      });
      if (outcome.kind === 'commit') return outcome.reply;
      if (outcome.kind === 'refused') return refusal(outcome.code, state?.generation ?? 0);
      if (outcome.kind === 'nothing') return outcome;
    }
    return refusal('conflict', null);
  }
}

const refusal = (code: RefusalCode, generation: number | null): ServiceRefusal => ({
  kind: 'refused',
  code,
  generation,
});

const headOf = (state: RoomState | null): Head | null =>
  state === null ? null : { generation: state.generation, revision: state.revision };

function requestKey(command: Command): RequestKey | null {
  if (!('requestId' in command)) return null;
  const asked: MemberCommand | HostCommand = command;
  return {
    scope: requestScope(asked),
    requestId: asked.requestId,
    identity: commandIdentity(asked),
  };
}
