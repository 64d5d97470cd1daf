import type { Command } from '../../src/core/command.ts';
import { decide, type Decision } from '../../src/core/decide.ts';
import type { DecisionContext } from '../../src/core/draft.ts';
import type { RoomState } from '../../src/core/state.ts';
import type { Variant } from './variant.ts';

/** Looks for the event at the cursor itself: once retention has dropped that, a client that missed nothing counts as lost. */
export const cursorMustBeRetained: Variant = {
  id: 'cursor-must-be-retained',
  summary: 'knows a cursor only while the event at it is retained, and starts anew otherwise',
  rules: ['P23'],
  caughtBy: ['INV-BACKFILL'],
  breaks: ['f22-quiet-room-forgets-no-cursor'],
  lobby: { decide: decideOnTheEvent },
};

function decideOnTheEvent(
  state: RoomState | null,
  command: Command,
  context: DecisionContext,
): Decision {
  const { log } = context;
  const after = log.after.bind(log);
  return decide(state, command, { ...context, log: { from: log.from + 1, after } });
}
