/** P15: a member's command carries the epoch under which it was given; anything unequal is refused. */
import type { MemberId } from './ids.ts';
import type { RefusalCode } from './refusal.ts';
import { type Member, memberOf, type RoomState } from './state.ts';

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
