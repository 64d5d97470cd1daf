/**
 * INV-LOCKED-OUT guards P17, P20, P24 and P25: in the end, once faults have stopped, a member that wants to be in a room
 * that is open, and was not removed from it, is connected. A page still on its way there is not there yet. One that has
 * given up although its member has a seat has been locked out, by a lost answer or a used nonce, unless it was told that
 * its room is closed or another one. A page that another tab has replaced has rightly given up (P16).
 */
import type { Invariant, TabFacts } from './invariant.ts';
import { historyOf, type RunHistory } from './run-history.ts';

const ON_ITS_WAY: ReadonlySet<string> = new Set(['connecting', 'joining', 'live']);

/** After these a page may give up: a due closing stands before a return, though the host's own return may still undo it. */
const GIVE_UP: ReadonlySet<string> = new Set(['room_closed', 'stale_generation', 'unknown_room']);

export const lockedOut: Invariant = {
  id: 'INV-LOCKED-OUT',
  rules: ['P17', 'P20', 'P24', 'P25'],
  summary: 'in the end every member that wants in, and may be, is connected',
  watch: (run) => {
    const history = historyOf(run);
    /** Members that were told to give up, since they were last given a session. */
    const gaveUp = new Set<string>();
    return {
      committed: (commit) => {
        history.committed(commit);
      },
      delivered({ member }, frame) {
        if (frame.kind !== 'reply') return;
        const { answer } = frame;
        if (answer.kind === 'session') gaveUp.delete(member);
        else if (answer.kind === 'refused' && GIVE_UP.has(answer.code)) gaveUp.add(member);
      },
      unsettled() {
        const tabs = run.tabs();
        for (const tab of tabs) {
          if (tab.wants !== 'in' || !mayBeIn(history, tab)) continue;
          const { member, room, status } = tab;
          const state = run.system.inspect(room);
          if (state === null || state.closed !== null) continue;
          const seat = state.members.find(({ memberId }) => memberId === member);
          if ((seat?.attachment ?? null) !== null) continue;
          const lost = status === 'over' && seat !== undefined && !gaveUp.has(member);
          // Its owner keeps an older page offline, or it dials again: it cannot be told which.
          const dials = status === 'offline' && isNewest(tab, tabs);
          if (!lost && !dials && !ON_ITS_WAY.has(status)) continue;
          return `P17: in room ${room}, generation ${state.generation}, ${member} wants in and was not removed, but is ${seat === undefined ? 'not seated' : 'absent'}; its page ${tab.tab} is ${status}`;
        }
        return null;
      },
    };
  },
};

const mayBeIn = (history: RunHistory, { room, member }: TabFacts): boolean =>
  (history.latest(room)?.members.get(member)?.removedAt ?? null) === null;

const isNewest = ({ member, tab }: TabFacts, tabs: readonly TabFacts[]): boolean =>
  tabs.every((other) => other.member !== member || other.tab <= tab);
