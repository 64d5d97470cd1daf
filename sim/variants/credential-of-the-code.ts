/** A credential of an earlier room lets into the room that has the same code now: it carries no incarnation (F14). */
import type { Command, CommandOf } from '../../src/core/command.ts';
import { decide, type Decision } from '../../src/core/decide.ts';
import type { DecisionContext } from '../../src/core/draft.ts';
import type { RoomState } from '../../src/core/state.ts';
import type { Variant } from './variant.ts';

export const credentialOfTheCode: Variant = {
  id: 'credential-of-the-code',
  summary: 'has no generation in its credentials: that of an earlier room of the code is as good',
  rules: ['P15', 'P18'],
  caughtBy: ['INV-REFUSAL'],
  breaks: ['f14-another-room-of-the-same-code'],
  lobby: { decide: decideByCode },
};

function decideByCode(
  state: RoomState | null,
  command: Command,
  context: DecisionContext,
): Decision {
  const decision = decide(state, command, context);
  if (command.kind !== 'resume' || decision.kind !== 'refused') return decision;
  return decision.code === 'stale_generation' ? decide(state, joining(command), context) : decision;
}

const joining = ({ code, requestId, memberId, transport }: CommandOf<'resume'>): Command => ({
  kind: 'join',
  code,
  requestId,
  memberId,
  generation: null,
  transport,
});
