import type { Command } from '../../src/core/command.ts';
import { decide, type Decision } from '../../src/core/decide.ts';
import type { DecisionContext } from '../../src/core/draft.ts';
import { handOver } from '../../src/core/handoff.ts';
import type { RoomState } from '../../src/core/state.ts';
import { successor } from '../../src/core/succession.ts';
import type { Variant } from './variant.ts';
import { decisionOf } from './with-events.ts';

/** The worker has read that the lease is over, and writes so, however long ago it read it. */
export const updateWithoutWhere: Variant = {
  id: 'update-without-where',
  summary: 'promotes because the lease was over when it was read, not because it is in the commit',
  rules: ['P3', 'P6'],
  caughtBy: ['INV-EARLY-PROMOTION'],
  breaks: ['f21-paused-before-its-update', 'f21-paused-into-the-next-lease'],
  lobby: { decide: decideByWhatWasRead },
};

function decideByWhatWasRead(
  state: RoomState | null,
  command: Command,
  context: DecisionContext,
): Decision {
  const reads = command.kind === 'promote' && context.at >= command.leaseUntil;
  if (state === null || !reads || state.generation !== command.generation) {
    return decide(state, command, context);
  }
  if (successor(state) === null) return decide(state, command, context);
  return decisionOf(state, context, (draft) => handOver(draft, 'lease_expired'));
}
