/**
 * A credential that proves nothing any more is taken for the wish to come in: its seat is over (F13), or its room is
 * another one that had the same code (F14).
 */
import type { Command, CommandOf } from '../../src/core/command.ts';
import { decide, type Decision } from '../../src/core/decide.ts';
import type { DecisionContext } from '../../src/core/draft.ts';
import type { RefusalCode } from '../../src/core/refusal.ts';
import type { Decide } from '../../src/service/lobby-service.ts';
import type { RoomState } from '../../src/core/state.ts';
import type { Variant } from './variant.ts';

export const seatOutlivesItself: Variant = {
  id: 'seat-outlives-itself',
  summary: 'lets a resume in whose seat has expired, as if it had asked to join',
  rules: ['P11', 'P15', 'P18'],
  caughtBy: ['INV-REFUSAL'],
  breaks: ['f13-two-attempts-after-the-seat'],
  lobby: { decide: letInOn('unknown_session') },
};

export const credentialOfTheCode: Variant = {
  id: 'credential-of-the-code',
  summary: 'has no generation in its credentials: that of an earlier room of the code is as good',
  rules: ['P15', 'P18'],
  caughtBy: ['INV-REFUSAL'],
  breaks: ['f14-another-room-of-the-same-code'],
  lobby: { decide: letInOn('stale_generation') },
};

function letInOn(code: RefusalCode): Decide {
  return (state: RoomState | null, command: Command, context: DecisionContext): Decision => {
    const decision = decide(state, command, context);
    if (decision.kind !== 'refused' || decision.code !== code) return decision;
    return command.kind === 'resume' ? decide(state, joining(command), context) : decision;
  };
}

const joining = ({ code, requestId, memberId, transport }: CommandOf<'resume'>): Command => ({
  kind: 'join',
  code,
  requestId,
  memberId,
  generation: null,
  transport,
});
