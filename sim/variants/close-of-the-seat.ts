/** What a closed transport sets off is bound to the seat or to the user, not to the connection (F06, F07, F08, F10). */
import type { Command, CommandOf } from '../../src/core/command.ts';
import { decide, type Decision } from '../../src/core/decide.ts';
import type { DecisionContext } from '../../src/core/draft.ts';
import { requestId } from '../../src/core/ids.ts';
import { memberOf, type RoomState } from '../../src/core/state.ts';
import type { Variant } from './variant.ts';

export const closeOfTheSeat: Variant = {
  id: 'close-of-the-seat',
  summary: 'marks a member absent whichever of its connections has closed',
  rules: ['P5'],
  // A close that commits before the resume is answered: no page has that transport yet, and only the story says no.
  caughtBy: ['INV-ABSENCE', 'INV-EXPECTATION'],
  breaks: [
    'f06-clean-up-continues-late',
    'f07-close-forty-seconds-late',
    'f08-recovery-works-again',
    'f09-back-before-it-was-missed',
    'f10-the-older-of-two-tabs-closes',
  ],
  lobby: { decide: decideByMember },
};

export const closeRemovesTheUser: Variant = {
  id: 'close-removes-the-user',
  summary: 'cleans up after a connection that was replaced by taking its user out of the room',
  rules: ['P5', 'P15'],
  caughtBy: ['INV-REFUSAL'],
  breaks: ['f06-clean-up-continues-late', 'f07-close-forty-seconds-late'],
  lobby: { decide: decideByUser },
};

function decideByMember(
  state: RoomState | null,
  command: Command,
  context: DecisionContext,
): Decision {
  if (state === null || command.kind !== 'disconnect') return decide(state, command, context);
  const connectionId = memberOf(state, command.memberId)?.attachment?.connectionId;
  return decide(state, { ...command, connectionId: connectionId ?? command.connectionId }, context);
}

function decideByUser(
  state: RoomState | null,
  command: Command,
  context: DecisionContext,
): Decision {
  return decide(
    state,
    state !== null && command.kind === 'disconnect' ? cleanUp(state, command) : command,
    context,
  );
}

/** Of the attached connection it is the close that it is; of an earlier one it becomes a leave. */
function cleanUp(state: RoomState, command: CommandOf<'disconnect'>): Command {
  const { code, generation, memberId, connectionId } = command;
  const member = memberOf(state, memberId);
  const attached = member?.attachment?.connectionId ?? null;
  if (member === undefined || attached === null || attached === connectionId) return command;
  const { epoch } = member;
  return {
    kind: 'leave',
    code,
    generation,
    memberId,
    epoch,
    requestId: requestId(`clean-up.${generation}.${state.revision}`),
  };
}
