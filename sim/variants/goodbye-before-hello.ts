/** A member that is back before anybody has missed it is first put through the absence that it never had (F09). */
import type { Command } from '../../src/core/command.ts';
import { decide, type Decision } from '../../src/core/decide.ts';
import type { DecisionContext } from '../../src/core/draft.ts';
import { memberOf, type RoomState } from '../../src/core/state.ts';
import { andThen } from './redecided.ts';
import type { Variant } from './variant.ts';

export const goodbyeBeforeHello: Variant = {
  id: 'goodbye-before-hello',
  summary: 'makes a connected member absent before it lets its resume take over the connection',
  rules: ['P5', 'P16'],
  caughtBy: ['INV-EVENT-ORDER'],
  breaks: ['f09-back-before-it-was-missed'],
  lobby: { decide: decideGoodbye },
};

function decideGoodbye(
  state: RoomState | null,
  command: Command,
  context: DecisionContext,
): Decision {
  const decision = decide(state, command, context);
  if (state === null || command.kind !== 'resume' || decision.kind !== 'commit') return decision;
  const { code, generation } = state;
  const { memberId } = command;
  const connectionId = memberOf(state, memberId)?.attachment?.connectionId;
  if (connectionId === undefined) return decision;
  const goodbye = { kind: 'disconnect', code, generation, memberId, connectionId } as const;
  return andThen(decide(state, goodbye, context), command, context);
}
