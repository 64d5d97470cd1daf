/** What a room owes, by the rules and nobody's code: the independent oracle of successor, due handoff and due closing. */
import type { CloseReason, HandoffReason } from '../../src/core/event.ts';
import type { MemberId } from '../../src/core/ids.ts';
import type { ShadowRoom } from './shadow-room.ts';

/** P7: of those who are connected and eligible and not host, the one with the least `(joinedAt, memberId)`. */
export function heirOf({ members, host }: ShadowRoom): MemberId | null {
  let heir: MemberId | null = null;
  let since = Number.POSITIVE_INFINITY;
  for (const [memberId, { connection, eligible, joinedAt }] of members) {
    if (connection === null || !eligible || memberId === host) continue;
    if (joinedAt > since || (joinedAt === since && heir !== null && memberId > heir)) continue;
    heir = memberId;
    since = joinedAt;
  }
  return heir;
}

/** Whether the room has a host whose session has no transport. */
export const hostIsAbsent = ({ members, host }: ShadowRoom): boolean =>
  host !== null && members.get(host)?.connection === null;

export const isImmediate = ({ policy }: ShadowRoom): boolean => policy?.succession === 'immediate';

/** P6, P9, P10, P12: why authority ought to move at store time `at`, as soon as somebody can take it; null: it stays. */
export function owedHandoff(
  room: ShadowRoom,
  at: number,
  anyLive: () => boolean,
): HandoffReason | null {
  if (!room.open) return null;
  if (room.host === null) return 'vacancy';
  if (!hostIsAbsent(room)) return null;
  if (isImmediate(room)) return 'immediate';
  const { leaseUntil } = room;
  return leaseUntil !== null && at >= leaseUntil && anyLive() ? 'lease_expired' : null;
}

/** P9, P12: why the room ought to be closed at store time `at`; null: it stays open. */
export function owedClosing(
  room: ShadowRoom,
  at: number,
  anyLive: () => boolean,
): CloseReason | null {
  if (!room.open) return null;
  if (room.members.size === 0) return 'abandoned';
  const { quietFrom, policy } = room;
  if (quietFrom === null || policy === null) return null;
  const closes = policy.emptyRoom === 'close';
  const due = at >= (closes ? quietFrom : quietFrom + policy.idleMs);
  if (!due || !anyLive()) return null;
  return closes ? 'empty' : 'idle';
}
