/**
 * INV-HOSTLESS guards P9 and P10: no commit leaves authority behind. After each one, a room in which some member could take
 * over has a host, and one who is connected, unless its lease still runs under the lease policy (or no instance is live, so
 * that it cannot expire, P12). Whoever becomes able to take over does so in the commit that makes it able.
 */
import type { Invariant } from './invariant.ts';
import { heirOf, owedHandoff } from './obligations.ts';
import { retold } from './retelling.ts';

export const hostless: Invariant = {
  id: 'INV-HOSTLESS',
  rules: ['P9', 'P10'],
  summary: 'no commit leaves authority vacant or overdue while somebody can take it',
  watch: (run) =>
    retold(run, {
      ends({ commit: { at, after }, room, anyLive, where }) {
        const owed = owedHandoff(room, at, anyLive);
        if (owed === null) return;
        const heir = heirOf(room);
        if (heir === null) return;
        const left = room.host === null ? 'nobody is host' : `the absent ${room.host} is left host`;
        run.violated(
          `${where('P9')} ${left} after sequence ${after.revision}, but ${heir} can take over (${owed})`,
        );
      },
    }),
};
