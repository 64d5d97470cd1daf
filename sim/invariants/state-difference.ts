/** Whether two committed states say the same, and if not, what is different: compared field by field, by value. */
import type { RoomState } from '../system-under-test.ts';

type Member = RoomState['members'][number];

/** Null: they say the same. Otherwise the half-sentence `host changed from ann to bob`. */
export function differenceOf(a: RoomState | null, b: RoomState | null): string | null {
  if (a === b) return null;
  if (a === null || b === null) {
    return a === null ? 'a state came to be' : 'the state vanished';
  }
  return (
    fieldDifference(a, b) ??
    policyDifference(a, b) ??
    memberDifference(a.members, b.members) ??
    departedDifference(a.departed, b.departed)
  );
}

function fieldDifference(a: RoomState, b: RoomState): string | null {
  if (a.generation !== b.generation) return differs('the generation', a.generation, b.generation);
  if (a.revision !== b.revision) return differs('the revision', a.revision, b.revision);
  if (a.host !== b.host) return differs('the host', a.host, b.host);
  if (a.hostTerm !== b.hostTerm) return differs('the host term', a.hostTerm, b.hostTerm);
  if (a.leaseUntil !== b.leaseUntil) return differs('the lease', a.leaseUntil, b.leaseUntil);
  if (a.absenceMs !== b.absenceMs) {
    return differs('the absence of the term', a.absenceMs, b.absenceMs);
  }
  if (a.outage !== b.outage) return differs('the last outage', a.outage, b.outage);
  if (a.closed !== b.closed) return differs('the closing', a.closed, b.closed);
  return a.emptySince === b.emptySince
    ? null
    : differs('the start of the empty time', a.emptySince, b.emptySince);
}

function policyDifference({ policy: a }: RoomState, { policy: b }: RoomState): string | null {
  const same =
    a === b ||
    (a.succession === b.succession &&
      a.leaseMs === b.leaseMs &&
      a.seatGraceMs === b.seatGraceMs &&
      a.emptyRoom === b.emptyRoom &&
      a.idleMs === b.idleMs &&
      a.maxAbsenceMs === b.maxAbsenceMs);
  return same ? null : 'the policy changed';
}

function memberDifference(a: readonly Member[], b: readonly Member[]): string | null {
  if (a === b) return null;
  if (a.length !== b.length) return differs('the number of members', a.length, b.length);
  for (let index = 0; index < a.length; index++) {
    const [one, other] = [a[index], b[index]];
    if (one === undefined || other === undefined || !sameMember(one, other)) {
      return `member ${one?.memberId} changed`;
    }
  }
  return null;
}

const sameMember = (a: Member, b: Member): boolean =>
  a === b ||
  (a.memberId === b.memberId &&
    a.joinedAt === b.joinedAt &&
    a.eligible === b.eligible &&
    a.session === b.session &&
    a.epoch === b.epoch &&
    a.epochAttached === b.epochAttached &&
    a.attachment?.connectionId === b.attachment?.connectionId &&
    a.attachment?.instanceId === b.attachment?.instanceId &&
    a.absentSince === b.absentSince &&
    a.seatUntil === b.seatUntil &&
    a.rearmed === b.rearmed);

function departedDifference(a: RoomState['departed'], b: RoomState['departed']): string | null {
  if (a === b) return null;
  if (a.length !== b.length) return differs('the number of the departed', a.length, b.length);
  for (let index = 0; index < a.length; index++) {
    const [one, other] = [a[index], b[index]];
    if (
      one?.memberId !== other?.memberId ||
      one?.epoch !== other?.epoch ||
      one?.removed !== other?.removed
    ) {
      return `what is kept of the departed ${one?.memberId} changed`;
    }
  }
  return null;
}

const differs = (
  what: string,
  a: string | number | null | undefined,
  b: string | number | null | undefined,
): string => `${what} changed from ${a} to ${b}`;
