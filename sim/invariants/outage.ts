/**
 * INV-OUTAGE guards P12: a commit first re-arms what outages have eaten. Every outage that the heartbeats show, that the
 * room has not applied, and in which a seat of the room ran is applied, in order and once: seats and the lease that ran get
 * their full length from its end the first time in an absence, later the outage's length on top. A deadline that had
 * passed at its start stands, and so does one of an absence that began after its end. Nothing else re-arms.
 */
import type { Outage } from '../../src/core/instances.ts';
import type { RoomEvent } from '../system-under-test.ts';
import type { Invariant } from './invariant.ts';
import { retold } from './retelling.ts';
import type { ShadowMember, ShadowRoom } from './shadow-room.ts';

type Rearming = RoomEvent & { readonly kind: 'lease.rearmed' };

export const outage: Invariant = {
  id: 'INV-OUTAGE',
  rules: ['P12'],
  summary:
    'each outage re-arms the leases and seats that it interrupted, once, before anything else',
  watch: (run) =>
    retold(run, {
      event(told, event, index) {
        const owed = index <= told.rearms ? nextOwed(told.room, run.system.outages()) : null;
        const wrong = wrongEvent(told.room, event, owed);
        if (wrong !== null) run.violated(`${told.where('P12')} ${wrong}`);
      },
    }),
};

/** The first outage that the room has still to apply. */
function nextOwed(room: ShadowRoom, outages: readonly Outage[]): Outage | null {
  for (let at = room.outage; at < outages.length; at++) {
    const each = outages[at];
    if (each === undefined) break;
    for (const member of room.members.values()) if (interrupts(each, member)) return each;
  }
  return null;
}

const interrupts = (
  { startedAt, endedAt }: Outage,
  { absentSince, seatUntil }: ShadowMember,
): boolean =>
  absentSince !== null && seatUntil !== null && absentSince < endedAt && startedAt < seatUntil;

function wrongEvent(room: ShadowRoom, event: RoomEvent, owed: Outage | null): string | null {
  if (event.kind !== 'lease.rearmed') {
    return owed === null ? null : `${event.kind} stands before outage ${owed.number} was applied`;
  }
  if (owed === null) return `outage ${event.outage} was applied, which interrupted nothing here`;
  const { outage: number, startedAt, endedAt } = event;
  if (number !== owed.number || startedAt !== owed.startedAt || endedAt !== owed.endedAt) {
    return `outage ${number} from ${startedAt} to ${endedAt} was applied instead of outage ${owed.number} from ${owed.startedAt} to ${owed.endedAt}`;
  }
  return wrongSeats(room, event, owed) ?? wrongLease(room, event, owed);
}

function wrongSeats(room: ShadowRoom, { seats }: Rearming, owed: Outage): string | null {
  const moved = new Map(seats.map(({ memberId, seatUntil }) => [memberId, seatUntil] as const));
  const graceMs = room.policy?.seatGraceMs ?? 0;
  for (const [memberId, member] of room.members) {
    const right = interrupts(owed, member)
      ? rearmed(member, member.seatUntil ?? 0, graceMs, owed)
      : undefined;
    const written = moved.get(memberId);
    moved.delete(memberId);
    if (written !== right) {
      return `outage ${owed.number} makes the seat of ${memberId} last until ${written ?? member.seatUntil} instead of ${right ?? member.seatUntil}`;
    }
  }
  const [stranger] = moved.keys();
  return stranger === undefined ? null : `${stranger}, who has no seat, was re-armed`;
}

function wrongLease(room: ShadowRoom, { leaseUntil }: Rearming, owed: Outage): string | null {
  const host = room.host === null ? undefined : room.members.get(room.host);
  const running = room.leaseUntil;
  const wasRunning =
    host !== undefined && running !== null && interrupts(owed, host) && owed.startedAt < running;
  const right = wasRunning ? rearmed(host, running, fullLease(room, host, owed), owed) : null;
  return leaseUntil === right
    ? null
    : `outage ${owed.number} makes the lease last until ${leaseUntil ?? running} instead of ${right ?? running}`;
}

/** P11: the outage itself is not charged; an absence that began in it has cost nothing yet. */
function fullLease(room: ShadowRoom, { absentSince }: ShadowMember, { startedAt }: Outage): number {
  const { policy } = room;
  if (policy === null) return 0;
  if (policy.maxAbsenceMs === null) return policy.leaseMs;
  const charged =
    absentSince !== null && absentSince > startedAt ? room.absenceMs : room.absenceBy(startedAt);
  return Math.max(0, Math.min(policy.leaseMs, policy.maxAbsenceMs - charged));
}

const rearmed = (
  { rearmed: again }: ShadowMember,
  until: number,
  fullMs: number,
  { startedAt, endedAt }: Outage,
): number => (again ? until + (endedAt - startedAt) : endedAt + fullMs);
