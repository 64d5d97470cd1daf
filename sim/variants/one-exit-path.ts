/** Succession that is tied to one way out of a room, and forgotten on the others (F03). */
import type { Command } from '../../src/core/command.ts';
import { decide } from '../../src/core/decide.ts';
import type { Decide } from '../../src/service/lobby-service.ts';
import { withoutHandoff } from './redecided.ts';
import type { Variant } from './variant.ts';

type Kind = Command['kind'];

export const successionByLeaving: Variant = {
  id: 'succession-by-leaving',
  summary: 'appoints a successor when the host leaves, and on no other way out',
  rules: ['P6', 'P10'],
  caughtBy: ['INV-EXIT', 'INV-HANDOFF-DUE'],
  breaks: ['f03-the-host-drops', 'f03-the-host-is-removed', 'f03-the-host-loses-its-right'],
  lobby: {
    decide: decideWithoutHandoffOn(['remove', 'setEligible', 'promote', 'expireSeats']),
  },
};

export const successionByExpiry: Variant = {
  id: 'succession-by-expiry',
  summary:
    'appoints a successor when a lease expires, and when the host goes by its own will does not',
  rules: ['P10'],
  caughtBy: ['INV-EXIT'],
  breaks: ['f03-the-host-leaves', 'f03-the-host-is-removed', 'f03-the-host-loses-its-right'],
  lobby: { decide: decideWithoutHandoffOn(['leave', 'remove', 'setEligible']) },
};

function decideWithoutHandoffOn(kinds: readonly Kind[]): Decide {
  return (state, command, context) => {
    const decision = decide(state, command, context);
    return state !== null && kinds.includes(command.kind)
      ? withoutHandoff(state, decision)
      : decision;
  };
}
