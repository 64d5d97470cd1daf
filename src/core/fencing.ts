/** P15: a member's command carries the epoch under which it was given; anything unequal is refused. */
import type { MemberId } from './ids.ts';
import type { RefusalCode } from './refusal.ts';
import { type Departed, type Member, memberOf, type RoomState } from './state.ts';

/** The member behind the command, or why it is refused. */
export function fencedMember(
  state: RoomState,
  memberId: MemberId,
  epoch: number,
): RefusalCode | Member {
  if (state.departed.some((gone) => gone.removed && gone.memberId === memberId)) return 'removed';
  const member = memberOf(state, memberId);
  if (member === undefined) return 'not_member';
  return member.epoch === epoch ? member : 'stale_epoch';
}

/** P23: a closed room has no sessions any more; whoever had one may read how it ended. Null: the member may. */
export function fencedReader(
  state: RoomState,
  memberId: MemberId,
  epoch: number,
): RefusalCode | null {
  const seated = state.closed === null ? undefined : departedOf(state, memberId);
  if (seated === undefined || seated.removed) {
    const member = fencedMember(state, memberId, epoch);
    return typeof member === 'string' ? member : null;
  }
  return seated.epoch === epoch ? null : 'stale_epoch';
}

const departedOf = ({ departed }: RoomState, memberId: MemberId): Departed | undefined =>
  departed.find((gone) => gone.memberId === memberId);
