/**
 * INV-PUBLISH-ORDER guards P21: a target gets the records of a room in order, the first delivery of n before that of
 * n + 1, in every generation from 1 on; any may come again. Each carries the key by which a consumer recognises it:
 * `code:generation:sequence`.
 */
import { deliveriesOf } from './deliveries.ts';
import type { Invariant } from './invariant.ts';

export const publishOrder: Invariant = {
  id: 'INV-PUBLISH-ORDER',
  rules: ['P21'],
  summary: 'the first delivery of a record to a target comes after that of the record before it',
  watch: (run) => {
    const deliveries = deliveriesOf(run);
    return {
      dropped: (record) => {
        deliveries.dropped(record);
      },
      published(target, publication, by) {
        const { code, event, idempotencyKey } = publication;
        const { generation, sequence } = event;
        const { before } = deliveries.published(target, publication);
        const place = `P21: in room ${code}, generation ${generation},`;
        if (!(sequence >= 1 && sequence <= before + 1)) {
          run.violated(
            `${place} ${by} delivered sequence ${sequence} to ${target}, which had got no more than ${before}`,
          );
        }
        if (idempotencyKey !== `${code}:${generation}:${sequence}`) {
          run.violated(
            `${place} sequence ${sequence} went to ${target} under the key ${idempotencyKey}, by which it is not recognised`,
          );
        }
      },
    };
  },
};
