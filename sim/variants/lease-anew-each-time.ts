/** Every absence begins a whole lease: the countdown starts again for whoever leaves and is back in time, for ever (F04). */
import type { Command } from '../../src/core/command.ts';
import { decide, type Decision } from '../../src/core/decide.ts';
import type { DecisionContext } from '../../src/core/draft.ts';
import type { RoomState } from '../../src/core/state.ts';
import type { Variant } from './variant.ts';

export const leaseAnewEachTime: Variant = {
  id: 'lease-anew-each-time',
  summary: 'gives a whole lease to each absence, whatever the host has been absent in its term',
  rules: ['P11'],
  caughtBy: ['INV-LEASE'],
  breaks: ['f04-back-for-a-second-each-time'],
  lobby: { decide: decideWithoutBudget },
};

function decideWithoutBudget(
  state: RoomState | null,
  command: Command,
  context: DecisionContext,
): Decision {
  if (state === null || command.kind !== 'disconnect') return decide(state, command, context);
  const { policy } = state;
  const generous = { ...state, policy: { ...policy, maxAbsenceMs: null } };
  const decision = decide(generous, command, context);
  return decision.kind === 'commit'
    ? { ...decision, state: { ...decision.state, policy } }
    : decision;
}
