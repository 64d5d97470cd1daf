import type { Command } from '../../src/core/command.ts';
import { decide, type Decision } from '../../src/core/decide.ts';
import type { DecisionContext } from '../../src/core/draft.ts';
import type { RoomState } from '../../src/core/state.ts';
import type { Variant } from './variant.ts';
import { withEvents } from './with-events.ts';

/** What a join makes due waits until something else comes by: the commit that brings a successor does not hand over. */
export const joinBeforeExpiry: Variant = {
  id: 'join-before-expiry',
  summary: 'lets a successor in and leaves the handoff that is now due to a later commit',
  rules: ['P3', 'P9'],
  caughtBy: ['INV-HOSTLESS'],
  breaks: ['f18-lone-host-hold'],
  lobby: { decide: decideWithoutHandoff },
};

function decideWithoutHandoff(
  state: RoomState | null,
  command: Command,
  context: DecisionContext,
): Decision {
  const decision = decide(state, command, context);
  if (state === null || command.kind !== 'join') return decision;
  return withEvents(state, decision, (event) => (event.kind === 'host.changed' ? [] : [event]));
}
