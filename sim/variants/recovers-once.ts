/** The credential of a session is made when it begins, and used up by its first recovery (F08). */
import type { Command } from '../../src/core/command.ts';
import { decide, type Decision } from '../../src/core/decide.ts';
import type { DecisionContext } from '../../src/core/draft.ts';
import { refused } from '../../src/core/reply.ts';
import { memberOf, type RoomState } from '../../src/core/state.ts';
import type { Variant } from './variant.ts';

export const recoversOnce: Variant = {
  id: 'recovers-once',
  summary: 'lets a session be resumed once: the nonce of a resumed one counts as used',
  rules: ['P16'],
  caughtBy: ['INV-NONCE'],
  breaks: ['f08-recovery-works-again'],
  lobby: { decide: decideOnce },
};

function decideOnce(state: RoomState | null, command: Command, context: DecisionContext): Decision {
  const decision = decide(state, command, context);
  if (state === null || command.kind !== 'resume' || decision.kind !== 'commit') return decision;
  const epoch = memberOf(state, command.memberId)?.epoch ?? 1;
  return epoch > 1 ? refused('nonce_used') : decision;
}
