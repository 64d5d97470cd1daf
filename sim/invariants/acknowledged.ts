/**
 * INV-ACKNOWLEDGED guards P21: a target's watermark stands at n only if the target has got everything up to n, so a record
 * that was never delivered is never taken for done; it never goes back; and a claim that has lapsed moves it no more.
 */
import { deliveriesOf } from './deliveries.ts';
import type { Invariant } from './invariant.ts';

export const acknowledged: Invariant = {
  id: 'INV-ACKNOWLEDGED',
  rules: ['P21'],
  summary:
    'what is acknowledged was delivered, under a live claim, and the watermark never goes back',
  watch: (run) => {
    const deliveries = deliveriesOf(run);
    const watermarks = new Map<object, number>();
    return {
      published: (target, publication) => {
        deliveries.published(target, publication);
      },
      dropped: (record) => {
        deliveries.dropped(record);
      },
      acknowledged(acknowledgement) {
        const { target, code, generation, through, lapsed } = acknowledgement;
        deliveries.acknowledged(acknowledgement);
        const stream = deliveries.stream(target, code, generation);
        const place = `P21: in room ${code}, generation ${generation}, ${target} is acknowledged through ${through}`;
        if (!(through <= stream.delivered)) {
          run.violated(`${place}, but it has got no more than ${stream.delivered}`);
        }
        if (lapsed) run.violated(`${place} under a claim that had lapsed`);
        const before = watermarks.get(stream) ?? 0;
        if (through < before) run.violated(`${place}, but it had been through ${before}`);
        else watermarks.set(stream, through);
      },
    };
  },
};
