/**
 * The first thing that an attempt to come back does is to clear the grace timer and to take the credential's record; only
 * then is it checked, and refused (F12).
 */
import type { Command } from '../../src/core/command.ts';
import { decide, type Decision } from '../../src/core/decide.ts';
import { type DecisionContext, Draft } from '../../src/core/draft.ts';
import type { MemberId } from '../../src/core/ids.ts';
import { isConnected, memberOf, type RoomState } from '../../src/core/state.ts';
import type { Variant } from './variant.ts';

export const attemptClearsTheTimer: Variant = {
  id: 'attempt-clears-the-timer',
  summary: 'ends the lease and uses up the nonce of an absent member for a resume that it refuses',
  rules: ['P15', 'P16'],
  caughtBy: ['INV-REFUSAL', 'INV-STATE'],
  breaks: ['f12-wrong-then-right', 'f12-wrong-and-no-more'],
  lobby: { decide: decideAfterClearing },
};

function decideAfterClearing(
  state: RoomState | null,
  command: Command,
  context: DecisionContext,
): Decision {
  const decision = decide(state, command, context);
  if (state === null || command.kind !== 'resume') return decision;
  return decision.kind === 'refused' && decision.code === 'wrong_nonce'
    ? cleared(state, command.memberId, context, decision)
    : decision;
}

function cleared(
  state: RoomState,
  id: MemberId,
  context: DecisionContext,
  refusal: Decision,
): Decision {
  const member = memberOf(state, id);
  if (member === undefined || isConnected(member)) return refusal;
  const draft = new Draft(state, context);
  const { memberId, epoch, session } = member;
  draft.emit({ kind: 'session.renewed', memberId, epoch: epoch + 1, session });
  const { generation, revision } = draft.state;
  return {
    kind: 'commit',
    state: { ...draft.state, leaseUntil: null },
    events: draft.events,
    reply: { kind: 'done', generation, revision },
  };
}
