/** How members go: a transport that closes (P5), and the exits that are not absence (P10). */
import { markAbsent } from './absence.ts';
import type { CommandOf } from './command.ts';
import type { Draft } from './draft.ts';
import { fencedMember } from './fencing.ts';
import { handOver } from './handoff.ts';
import type { MemberId } from './ids.ts';
import type { RefusalCode } from './refusal.ts';
import type { CommittedReply } from './reply.ts';
import { memberOf } from './state.ts';

/** P5: only the closing of the attached connection means anything; a late close of an earlier one does not. */
export function disconnect(draft: Draft, command: CommandOf<'disconnect'>): void {
  const member = memberOf(draft.state, command.memberId);
  if (member?.attachment?.connectionId === command.connectionId) markAbsent(draft, member);
}

export function leave(
  draft: Draft,
  command: CommandOf<'leave'>,
): RefusalCode | ((draft: Draft) => CommittedReply) {
  const member = fencedMember(draft.state, command.memberId, command.epoch);
  if (typeof member === 'string') return member;
  depart(draft, command.memberId, 'left');
  return ({ state }) => ({ kind: 'done', generation: state.generation, revision: state.revision });
}

/** P11: a seat that is over; a host's does not expire while it is host, and none while no instance is live (P12). */
export function expireSeats(draft: Draft): void {
  const { state, context } = draft;
  if (!context.instances.anyLive) return;
  for (const { memberId, seatUntil } of state.members) {
    if (memberId === state.host || seatUntil === null || context.at < seatUntil) continue;
    draft.emit({ kind: 'member.left', memberId, reason: 'expired' });
  }
}

/** P10: the seat goes; a host hands over in the same commit, and without a successor the room has none. */
export function depart(draft: Draft, memberId: MemberId, reason: 'left' | 'removed'): void {
  draft.emit({ kind: 'member.left', memberId, reason });
  if (memberId === draft.state.host) handOver(draft, reason);
}
