import type { Command } from '../../src/core/command.ts';
import { decide, type Decision } from '../../src/core/decide.ts';
import type { DecisionContext } from '../../src/core/draft.ts';
import type { RoomState } from '../../src/core/state.ts';
import type { Variant } from './variant.ts';

/** Removal only ends the connection: whoever still has valid credentials is let in with them as anybody is. */
export const removedMayReturn: Variant = {
  id: 'removed-may-return',
  summary: 'takes a removed member for one that has left, and lets it in again',
  rules: ['P17'],
  caughtBy: ['INV-EVENT-ORDER'],
  breaks: ['f15-removed-during-the-lease', 'f15-removed-while-away'],
  lobby: { decide: decideForgivingly },
};

function decideForgivingly(
  state: RoomState | null,
  command: Command,
  context: DecisionContext,
): Decision {
  if (state === null || (command.kind !== 'join' && command.kind !== 'resume')) {
    return decide(state, command, context);
  }
  const departed = state.departed.map((gone) => ({ ...gone, removed: false }));
  return decide({ ...state, departed }, command, context);
}
