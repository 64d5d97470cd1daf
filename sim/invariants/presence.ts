/**
 * INV-PRESENCE guards P5, P12 and P25: in the end, once faults have stopped, who is connected in committed state and who
 * has an open transport are the same: a page with a session on an open transport is attached through exactly that one,
 * with its epoch, and every committed attachment is the open transport of a page. So nobody is absent who is there, and
 * there are no ghosts.
 */
import type { Invariant, TabFacts, WatchedRun } from './invariant.ts';
import { historyOf, type RunHistory } from './run-history.ts';

export const presence: Invariant = {
  id: 'INV-PRESENCE',
  rules: ['P5', 'P12', 'P25'],
  summary:
    'in the end members are connected in committed state exactly through their open transports',
  watch: (run) => {
    const history = historyOf(run);
    return {
      committed: (commit) => {
        history.committed(commit);
      },
      unsettled() {
        const open = run.tabs().filter(({ transportOpen }) => transportOpen);
        for (const tab of open) {
          const wrong = wrongAbsence(run, tab);
          if (wrong !== null) return wrong;
        }
        return ghost(run, history, open);
      },
    };
  },
};

function wrongAbsence({ system }: WatchedRun, tab: TabFacts): string | null {
  const { member, room, connectionId, epoch } = tab;
  if (connectionId === null) return null;
  const state = system.inspect(room);
  const seat = state?.members.find(({ memberId }) => memberId === member);
  const attached = seat?.attachment?.connectionId ?? null;
  const said = `P25: in room ${room}, generation ${state?.generation}, page ${tab.tab} of ${member} has a session on the open transport ${connectionId}`;
  if (seat === undefined) return `${said}, but ${member} has no seat`;
  if (attached === null) return `${said}, but ${member} is absent`;
  if (attached !== connectionId) return `${said}, but ${member} is connected through ${attached}`;
  return epoch === seat.epoch
    ? null
    : `${said} with epoch ${epoch}, but ${seat.epoch} is committed`;
}

function ghost(
  { system }: WatchedRun,
  history: RunHistory,
  open: readonly TabFacts[],
): string | null {
  const transports = new Set(open.map(({ connectionId }) => connectionId));
  for (const code of history.codes.keys()) {
    const state = system.inspect(code);
    if (state === null || state.closed !== null) continue;
    for (const { memberId, attachment } of state.members) {
      if (attachment === null || transports.has(attachment.connectionId)) continue;
      return `P25: in room ${code}, generation ${state.generation}, ${memberId} is connected through ${attachment.connectionId}, which is no open transport of a page`;
    }
  }
  return null;
}
