/**
 * Whoever asks as host is taken for it: the role was cached by its client, and the server believes what the request says
 * (F01).
 */
import type { Command } from '../../src/core/command.ts';
import { decide, type Decision } from '../../src/core/decide.ts';
import type { DecisionContext } from '../../src/core/draft.ts';
import type { RoomState } from '../../src/core/state.ts';
import { decideAsHost } from './redecided.ts';
import type { Variant } from './variant.ts';

export const hostByMemory: Variant = {
  id: 'host-by-memory',
  summary: 'takes the caller of a host-only command for the host, as its client remembers it',
  rules: ['P14'],
  caughtBy: ['INV-HOST-ONLY'],
  breaks: ['f01-two-drop-together'],
  lobby: { decide: decideByMemory },
};

function decideByMemory(
  state: RoomState | null,
  command: Command,
  context: DecisionContext,
): Decision {
  if (state === null || !('authority' in command) || command.authority.kind !== 'host') {
    return decide(state, command, context);
  }
  const { memberId, hostTerm } = command.authority;
  return decideAsHost(state, memberId, hostTerm, command, context);
}
