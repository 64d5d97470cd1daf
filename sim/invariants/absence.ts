/**
 * INV-ABSENCE guards P5: only who was connected, or has just been seated without transport, becomes absent, so a late or
 * repeated close is no event; an absence keeps the session's epoch, or raises it by one where a resume without transport
 * ends the connection; whoever resumes is connected by a transport, which no other member has. Where the attached transport
 * is still open at both ends, nothing can have closed it: the close of an earlier one was taken for its own.
 */
import type { RoomEvent } from '../system-under-test.ts';
import type { Invariant, WatchedRun } from './invariant.ts';
import { retold, type Telling } from './retelling.ts';
import type { ShadowMember } from './shadow-room.ts';

export const absence: Invariant = {
  id: 'INV-ABSENCE',
  rules: ['P5', 'P16'],
  summary: 'only the close of the attached transport makes a member absent, once',
  watch: (run) =>
    retold(run, {
      event(told, event, index) {
        const wrong = wrongEvent(run, told, event, index);
        if (wrong !== null) run.violated(`${told.where('P5')} ${wrong}`);
      },
    }),
};

function wrongEvent(
  run: WatchedRun,
  told: Telling,
  event: RoomEvent,
  index: number,
): string | null {
  switch (event.kind) {
    case 'member.absent':
    case 'host.absent':
      return wrongAbsence(run, told, event, index);
    case 'session.renewed':
      return told.room.members.get(event.memberId)?.connection == null
        ? null
        : `the session of ${event.memberId} was renewed while connected, which would leave it absent without an event of it`;
    case 'member.joined':
    case 'member.resumed':
    case 'host.resumed':
      return wrongAttachment(told, event);
    default:
      return null;
  }
}

type Absent = RoomEvent & { readonly kind: 'member.absent' | 'host.absent' };
type Arrival = RoomEvent & { readonly kind: 'member.joined' | 'member.resumed' | 'host.resumed' };

function wrongAbsence(run: WatchedRun, told: Telling, event: Absent, index: number): string | null {
  const { memberId } = event;
  const member = told.room.members.get(memberId);
  if (member === undefined) return `${memberId} became absent without having a seat`;
  if (member.connection === null && !hasJustJoined(told, event, index)) {
    return `${memberId} became absent (${event.kind}) although it was absent already`;
  }
  return wrongSession(member, told, event, index) ?? stillOpen(run, told, member, event);
}

function hasJustJoined(
  { commit: { events } }: Telling,
  { memberId }: Absent,
  index: number,
): boolean {
  const joined = events[index - 1];
  return joined?.kind === 'member.joined' && joined.memberId === memberId;
}

function wrongSession(
  member: ShadowMember,
  { voids }: Telling,
  { memberId, epoch, session }: Absent,
  index: number,
): string | null {
  const mayRenew = index >= voids && member.connection !== null;
  if (epoch !== member.epoch && !(mayRenew && epoch === member.epoch + 1)) {
    return `${memberId} became absent in epoch ${epoch}, but its session is in epoch ${member.epoch}`;
  }
  return epoch === member.epoch && session !== member.session
    ? `${memberId} became absent under another session in the same epoch ${epoch}`
    : null;
}

/** A disconnect keeps the epoch; an instance that is not live lost its transports whatever their ends say. */
function stillOpen(
  { isOpen }: WatchedRun,
  { isLive }: Telling,
  { connection, instance, epoch }: ShadowMember,
  event: Absent,
): string | null {
  if (connection === null || instance === null) return null;
  if (event.epoch !== epoch || !isLive(instance) || !isOpen(connection)) return null;
  return `${event.memberId} became absent although its attached transport ${connection} is open`;
}

function wrongAttachment({ room }: Telling, event: Arrival): string | null {
  const connection = event.attachment?.connectionId ?? null;
  if (connection === null) {
    return event.kind === 'member.joined'
      ? null
      : `${event.memberId} resumed (${event.kind}) without a transport`;
  }
  for (const [memberId, other] of room.members) {
    if (other.connection === connection && memberId !== event.memberId) {
      return `${event.memberId} is attached through ${connection}, which is the transport of ${memberId}`;
    }
  }
  return null;
}
