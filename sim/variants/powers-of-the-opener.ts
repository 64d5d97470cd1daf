/**
 * Authority in two places: the label says who is host, and moves; the powers stay with whoever has been in the room for
 * longest, who opened it (F02).
 */
import type { Command } from '../../src/core/command.ts';
import { decide, type Decision } from '../../src/core/decide.ts';
import type { DecisionContext } from '../../src/core/draft.ts';
import type { RoomState } from '../../src/core/state.ts';
import { decideAsHost } from './redecided.ts';
import type { Variant } from './variant.ts';

export const powersOfTheOpener: Variant = {
  id: 'powers-of-the-opener',
  summary: 'moves the label of host, and looks up its powers in another place, which does not move',
  rules: ['P3', 'P14'],
  caughtBy: ['INV-HOST-ONLY'],
  breaks: [
    'f02-powers-move-with-the-label',
    'f02-crash-before-the-handoff',
    'f02-crash-after-the-handoff',
  ],
  lobby: { decide: decideByOpener },
};

function decideByOpener(
  state: RoomState | null,
  command: Command,
  context: DecisionContext,
): Decision {
  const opener = state?.members[0];
  if (state === null || opener === undefined || !('authority' in command)) {
    return decide(state, command, context);
  }
  if (command.authority.kind === 'operator') return decide(state, command, context);
  const { hostTerm } = command.authority;
  return decideAsHost(state, opener.memberId, hostTerm, command, context);
}
