/**
 * P12: what an outage does to the deadlines that ran in it. It is applied before anything else that a commit decides, so
 * that nothing expires on a deadline that the outage has eaten.
 */
import { leaseLength } from './absence-budget.ts';
import type { Draft } from './draft.ts';
import { after, later, type StoreTime } from './ids.ts';
import type { Outage } from './instances.ts';
import { hostOf, type Member, type RoomState } from './state.ts';

/** Applies every recorded outage that the room has not applied, in number order, once each. */
export function rearm(draft: Draft): void {
  for (const outage of draft.context.instances.outagesAfter(draft.state.outage)) {
    const { state } = draft;
    const seats = state.members.flatMap((member) => {
      const seatUntil = rearmedSeat(state, member, outage);
      return seatUntil === null ? [] : [{ memberId: member.memberId, seatUntil }];
    });
    if (seats.length === 0) continue;
    const { number, startedAt, endedAt } = outage;
    const leaseUntil = rearmedLease(state, outage);
    draft.emit({ kind: 'lease.rearmed', outage: number, startedAt, endedAt, leaseUntil, seats });
  }
}

/**
 * A deadline that had passed when the outage began stands. One that began in the outage is eaten like the others: an
 * instance may go unheard, and its members absent, before the last one is (decision 7).
 */
const wasRunning = (member: Member, until: StoreTime | null, outage: Outage): boolean =>
  until !== null &&
  member.absentSince !== null &&
  member.absentSince < outage.endedAt &&
  until > outage.startedAt;

function rearmedSeat(state: RoomState, member: Member, outage: Outage): StoreTime | null {
  if (member.seatUntil === null || !wasRunning(member, member.seatUntil, outage)) return null;
  return moved(member, member.seatUntil, state.policy.seatGraceMs, outage);
}

function rearmedLease(state: RoomState, outage: Outage): StoreTime | null {
  const host = hostOf(state);
  if (host === undefined || state.leaseUntil === null) return null;
  if (!wasRunning(host, state.leaseUntil, outage)) return null;
  const interrupted = later(outage.startedAt, host.absentSince ?? outage.startedAt);
  return moved(host, state.leaseUntil, leaseLength(state, interrupted), outage);
}

/** To full length the first time in an absence, so that nobody is worse off; later by the outage's length. */
const moved = (member: Member, until: StoreTime, fullMs: number, outage: Outage): StoreTime =>
  member.rearmed ? after(until, outage.endedAt - outage.startedAt) : after(outage.endedAt, fullMs);
