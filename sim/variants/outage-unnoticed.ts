import type { Command } from '../../src/core/command.ts';
import { decide, type Decision } from '../../src/core/decide.ts';
import type { DecisionContext } from '../../src/core/draft.ts';
import type { RoomState } from '../../src/core/state.ts';
import type { Variant } from './variant.ts';

/** Deadlines run on while everything is down, so that afterwards all of them are over at once. */
export const outageUnnoticed: Variant = {
  id: 'outage-unnoticed',
  summary: 'lets leases and seats run on through an outage, in which nobody could come back',
  rules: ['P12'],
  caughtBy: ['INV-OUTAGE', 'INV-VOID'],
  breaks: ['f19-rooms-after-a-failover', 'f19-all-connected-at-a-failover'],
  lobby: { decide: decideUnawares },
};

function decideUnawares(
  state: RoomState | null,
  command: Command,
  context: DecisionContext,
): Decision {
  const { instances } = context;
  const unaware = {
    isLive: (id: Parameters<typeof instances.isLive>[0]): boolean => instances.isLive(id),
    anyLive: true,
    outagesAfter: () => [],
  };
  return decide(state, command, { ...context, instances: unaware });
}
