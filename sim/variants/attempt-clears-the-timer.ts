/**
 * An attempt to come back first clears the grace timer and takes the record of the credential; only then is it looked at,
 * and refused. What it has cleared stays so (F12).
 */
import type { Command } from '../../src/core/command.ts';
import { decide, type Decision } from '../../src/core/decide.ts';
import type { DecisionContext } from '../../src/core/draft.ts';
import { memberOf, type RoomState } from '../../src/core/state.ts';
import type { Variant } from './variant.ts';

export const attemptClearsTheTimer: Variant = {
  id: 'attempt-clears-the-timer',
  summary: 'ends lease and seat of an absent member, and uses up its nonce, for a wrong attempt',
  rules: ['P15', 'P16'],
  caughtBy: ['INV-REFUSAL'],
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
  if (decision.kind !== 'refused' || decision.code !== 'wrong_nonce') return decision;
  const nonceEpoch = memberOf(state, command.memberId)?.epoch ?? null;
  const cleared = decide(state, { ...command, nonceEpoch }, context);
  if (cleared.kind !== 'commit') return decision;
  // Whoever asked gets no session for it.
  const { generation, revision } = cleared.state;
  return { ...cleared, reply: { kind: 'done', generation, revision } };
}
