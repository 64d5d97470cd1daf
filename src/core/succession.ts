/** P7: who comes next. The one place where a successor is chosen; a pure function of committed state. */
import { isConnected, type Member, type RoomState } from './state.ts';

/** The first connected, eligible member other than the present host, by `(joinedAt, memberId)`; null if there is none. */
export function successor(state: RoomState): Member | null {
  const next = state.members.find(
    (member) => member.memberId !== state.host && member.eligible && isConnected(member),
  );
  return next ?? null;
}
