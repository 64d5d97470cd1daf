/** How long a host may be absent in one term (P11). */
import type { StoreTime } from './ids.ts';
import type { RoomState } from './state.ts';

/** For how long the present host has been absent in its term by `at`, in ms: outages have moved the beginning of an absence. */
export function absenceAt(state: RoomState, at: StoreTime): number {
  const since = state.members.find(({ memberId }) => memberId === state.host)?.absentSince ?? at;
  return state.absenceMs + at - since;
}

/** How long a lease of the present host is that begins at `at`, in ms: a whole one, or what is left of the budget. */
export function leaseLength(state: RoomState, at: StoreTime): number {
  const { leaseMs, maxAbsenceMs } = state.policy;
  if (maxAbsenceMs === null) return leaseMs;
  return Math.max(0, Math.min(leaseMs, maxAbsenceMs - absenceAt(state, at)));
}
