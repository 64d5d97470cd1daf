/**
 * INV-CONVERGENCE guards P24 and P25: in the end, once faults have stopped, every page whose transport is open stands at
 * the committed revision of its room. That what it shows there is right is for INV-CLIENT-ORDER to say.
 */
import type { Invariant } from './invariant.ts';

export const convergence: Invariant = {
  id: 'INV-CONVERGENCE',
  rules: ['P24', 'P25'],
  summary: 'in the end every page on an open transport shows the committed room',
  watch: ({ system, tabs }) => ({
    unsettled() {
      for (const { member, tab, room, view, transportOpen } of tabs()) {
        if (!transportOpen) continue;
        const state = system.inspect(room);
        const stands = view === null ? 'nothing' : `${view.generation}:${view.sequence}`;
        const committed = state === null ? 'nothing' : `${state.generation}:${state.revision}`;
        if (stands !== committed) {
          return `P25: page ${tab} of ${member} shows room ${room} at ${stands}, but ${committed} is committed`;
        }
      }
      return null;
    },
  }),
};
