import type { Command } from '../../src/core/command.ts';
import { decide, type Decision } from '../../src/core/decide.ts';
import type { DecisionContext } from '../../src/core/draft.ts';
import type { RoomState } from '../../src/core/state.ts';
import type { Variant } from './variant.ts';

/** The close of a transport is taken for the host's decision to go: under `lease`, too, the next one is promoted at once. */
export const promoteOnClose: Variant = {
  id: 'promote-on-close',
  summary: 'hands authority over in the commit that notes the disconnect, lease or not',
  rules: ['P5'],
  caughtBy: ['INV-LEASE', 'INV-EARLY-PROMOTION'],
  lobby: { decide: decideByClose },
};

function decideByClose(
  state: RoomState | null,
  command: Command,
  context: DecisionContext,
): Decision {
  if (state === null || command.kind !== 'disconnect') return decide(state, command, context);
  const impatient = { ...state, policy: { ...state.policy, succession: 'immediate' } as const };
  const decision = decide(impatient, command, context);
  return decision.kind === 'commit'
    ? { ...decision, state: { ...decision.state, policy: state.policy } }
    : decision;
}
