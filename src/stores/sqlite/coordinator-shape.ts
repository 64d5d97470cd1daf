/** The coordinator shape (P26): every commit writes the snapshot, and no event is needed to know the state. */
import { Compaction } from './compaction.ts';
import { stateFrom } from './json.ts';
import type { MakeShape } from './sqlite-shape.ts';

export const coordinatorShape: MakeShape = {
  shape: 'coordinator',
  of: ({ db, transactions, rooms }) => {
    const compaction = new Compaction(db);
    return {
      start: () => undefined,
      state: (row) => stateFrom(row.state),
      write: (_row, { state }) => {
        rooms.write(state);
        return state;
      },
      compactable: (cutoffs, limit) => compaction.candidates(cutoffs, limit),
      compact: (generation, cutoffs) =>
        transactions.write(() => compaction.compact(generation, cutoffs)),
    };
  },
};
