/**
 * INV-HANDOFF-DUE guards P25 with P9 and P10: in the end, once faults have stopped, no room owes a handoff or a closing for
 * longer than the processing allowance. What is due is worked out here from the committed events alone.
 */
import type { Invariant, WatchedRun } from './invariant.ts';
import { historyOf } from './run-history.ts';
import type { ShadowRoom } from './shadow-room.ts';
import { heirOf } from './obligations.ts';

export const handoffDue: Invariant = {
  id: 'INV-HANDOFF-DUE',
  rules: ['P9', 'P10', 'P25'],
  summary: 'in the end no handoff and no closing is overdue by more than the processing allowance',
  watch: (run) => {
    const history = historyOf(run);
    return {
      committed: (commit) => {
        history.committed(commit);
      },
      unsettled() {
        // While nothing is live nothing expires (P12).
        if (!run.system.anyLive()) return null;
        for (const [code, { room, latest }] of history.codes) {
          const owed = room.open ? owedBy(run, room) : null;
          if (owed !== null) return `P25: room ${code}, generation ${latest.generation}, ${owed}`;
        }
        return null;
      },
    };
  },
};

function owedBy({ plan, nowMs }: WatchedRun, room: ShadowRoom): string | null {
  const lateFrom = nowMs() - plan.settings.processingAllowanceMs;
  const heir = heirOf(room);
  if (heir !== null) return owedTo(heir, room, lateFrom);
  if (room.members.size === 0) return 'has no members and has not closed';
  const { quietFrom, policy } = room;
  if (quietFrom === null || policy === null) return null;
  const dueAt = policy.emptyRoom === 'close' ? quietFrom : quietFrom + policy.idleMs;
  return dueAt < lateFrom ? `was to close at ${dueAt} and has not by ${nowMs()}` : null;
}

/** Whether the heir should have authority by now. */
function owedTo(heir: string, room: ShadowRoom, lateFrom: number): string | null {
  const { host, leaseUntil, policy } = room;
  const seat = host === null ? undefined : room.members.get(host);
  if (seat === undefined) return `has no host, though ${heir} is connected and eligible`;
  if (seat.connection !== null) return null;
  if (policy?.succession === 'immediate')
    return `keeps its absent host ${host}, though ${heir} is there`;
  if (leaseUntil !== null && leaseUntil >= lateFrom) return null;
  return `keeps its absent host ${host}, whose lease ended at ${leaseUntil}, though ${heir} is there`;
}
