/**
 * INV-STORE-TIME guards P2: commits carry whole milliseconds of the store's clock as it stood inside the commit, which
 * never goes back, over all rooms and restarts. In the simulator the store's clock is virtual time, so a commit that
 * carries anything else took its time from a server's clock, or read it before the commit.
 */
import type { Invariant } from './invariant.ts';

export const storeTime: Invariant = {
  id: 'INV-STORE-TIME',
  rules: ['P2'],
  summary:
    'a commit carries the store’s time, read inside the commit, and store time never decreases',
  watch: ({ nowMs, violated }) => {
    let last = Number.NEGATIVE_INFINITY;
    return {
      committed({ code, after, at }) {
        const now = Math.floor(nowMs());
        if (at === now && at >= last) {
          last = at;
          return;
        }
        const what = `P2: in room ${code}, generation ${after.generation}, the commit of sequence ${after.revision} carries store time ${at},`;
        if (at < last) violated(`${what} but store time was ${last} before`);
        else violated(`${what} but the store’s clock showed ${now} inside the commit`);
        last = Math.max(last, at);
      },
    };
  },
};
