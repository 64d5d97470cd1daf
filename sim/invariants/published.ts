/**
 * INV-PUBLISHED guards P21 and P25: in the end, once faults have stopped, every committed event of every generation has
 * reached every publication target.
 */
import { deliveriesOf } from './deliveries.ts';
import type { Invariant } from './invariant.ts';
import { historyOf } from './run-history.ts';

export const published: Invariant = {
  id: 'INV-PUBLISHED',
  rules: ['P21', 'P25'],
  summary: 'in the end every committed event has reached every target',
  watch: (run) => {
    const history = historyOf(run);
    const deliveries = deliveriesOf(run);
    return {
      committed: (commit) => {
        history.committed(commit);
      },
      published: (target, publication) => {
        deliveries.published(target, publication);
      },
      dropped: (record) => {
        deliveries.dropped(record);
      },
      unsettled() {
        for (const target of deliveries.targets) {
          for (const { generations } of history.codes.values()) {
            for (const { code, generation, head } of generations.values()) {
              const { delivered } = deliveries.stream(target, code, generation);
              if (delivered < head) {
                return `P21: in room ${code}, generation ${generation}, ${target} has got ${delivered} of ${head} committed events`;
              }
            }
          }
        }
        return null;
      },
    };
  },
};
