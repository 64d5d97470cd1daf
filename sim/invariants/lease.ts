/**
 * INV-LEASE guards P5, P8, P10 and P11: an absence of the host starts one lease, of `leaseMs` from its commit or of what
 * is left of its budget of absence in this term, and no second one; the seat of who is absent lasts `seatGraceMs` from then, and no shorter than the lease. The lease ends with the
 * host's resume, a handoff or its departure, and only so: a new epoch of an absent session neither ends nor renews it. A
 * host that resumes stays host: its resume goes ahead of a handoff that is due. Under `immediate` no lease starts while
 * somebody can take over.
 */
import type { MemberId } from '../../src/core/ids.ts';
import type { RoomEvent, RoomPolicy } from '../system-under-test.ts';
import type { Invariant } from './invariant.ts';
import { heirOf, hostIsAbsent, isImmediate } from './obligations.ts';
import { retold, type Telling } from './retelling.ts';
import type { ShadowRoom } from './shadow-room.ts';

type Absence = RoomEvent & { readonly kind: 'member.absent' | 'host.absent' };

export const lease: Invariant = {
  id: 'INV-LEASE',
  rules: ['P5', 'P8', 'P10', 'P11'],
  summary:
    'an absence of the host starts exactly one lease, which ends with resume, handoff or departure only',
  watch: (run) => {
    /** Who lost authority in this commit to a handoff that was due. */
    let deposed: MemberId | null = null;
    return retold(run, {
      begins() {
        deposed = null;
      },
      event(told, event, index) {
        const wrong = wrongLease(told, event, index) ?? lateResume(deposed, event);
        if (wrong !== null) run.violated(`${told.where(wrong.rule)} ${wrong.fact}`);
        if (event.kind === 'host.changed' && wasDue(event.reason)) deposed = event.previous;
      },
      ends({ commit: { after }, room, where }) {
        const absent = hostIsAbsent(room);
        if (absent && room.leaseUntil === null) {
          run.violated(`${where('P5')} ${room.host} is an absent host without a lease`);
        }
        if (!absent && room.leaseUntil !== null) {
          run.violated(
            `${where('P8')} a lease runs until ${room.leaseUntil}, but no host is absent: it has ended`,
          );
        }
        if (after.leaseUntil !== room.leaseUntil) {
          run.violated(
            `${where('P5')} the committed lease is ${after.leaseUntil}, but its events make it ${room.leaseUntil}`,
          );
        }
      },
    });
  },
};

interface Wrong {
  readonly rule: string;
  readonly fact: string;
}

const wasDue = (reason: string): boolean => reason === 'lease_expired' || reason === 'immediate';

function wrongLease(told: Telling, event: RoomEvent, index: number): Wrong | null {
  switch (event.kind) {
    case 'member.absent':
      return wrongSeat(told, event) ?? wrongAbsence(told, event, index);
    case 'host.absent':
      return wrongSeat(told, event) ?? wrongGrant(told, event);
    default:
      return null;
  }
}

function wrongSeat({ room: { policy } }: Telling, event: Absence): Wrong | null {
  const { memberId, at, seatUntil, leaseUntil } = event;
  const until = at + (policy?.seatGraceMs ?? Number.NaN);
  if (policy !== null && seatUntil !== until) {
    return {
      rule: 'P5',
      fact: `the seat of ${memberId} lasts until ${seatUntil} instead of ${until}`,
    };
  }
  return leaseUntil !== null && seatUntil < leaseUntil
    ? { rule: 'P5', fact: `the seat of ${memberId} ends at ${seatUntil}, before its lease` }
    : null;
}

/** A member's absence carries no lease; a host's is one only if it hands over with the very next event. */
function wrongAbsence(
  { room, commit: { events } }: Telling,
  { memberId, leaseUntil }: Absence,
  index: number,
): Wrong | null {
  if (leaseUntil !== null) {
    return {
      rule: 'P5',
      fact: `${memberId} got a lease until ${leaseUntil}, which only a host has`,
    };
  }
  if (memberId !== room.host) return null;
  const next = events[index + 1];
  const handsOver =
    next?.kind === 'host.changed' && next.reason === 'immediate' && next.previous === memberId;
  return handsOver && isImmediate(room)
    ? null
    : { rule: 'P5', fact: `the host ${memberId} became absent without a lease` };
}

function wrongGrant({ room }: Telling, { memberId, at, leaseUntil }: Absence): Wrong | null {
  const { policy } = room;
  if (room.leaseUntil !== null) {
    return {
      rule: 'P5',
      fact: `${memberId} got a second lease, until ${leaseUntil}, in an absence whose lease is until ${room.leaseUntil}`,
    };
  }
  if (policy !== null && leaseUntil !== at + leaseOf(room, policy, at)) {
    const until = at + leaseOf(room, policy, at);
    return {
      rule: policy.maxAbsenceMs === null ? 'P5' : 'P11',
      fact: `the lease of ${memberId} lasts until ${leaseUntil} instead of ${until}`,
    };
  }
  const heir = isImmediate(room) ? heirOf(room) : null;
  return heir === null
    ? null
    : {
        rule: 'P10',
        fact: `${memberId} got a lease, but under immediate ${heir} takes over in the same commit`,
      };
}

/** P11: at most what is left of the budget. */
function leaseOf(room: ShadowRoom, { leaseMs, maxAbsenceMs }: RoomPolicy, at: number): number {
  if (maxAbsenceMs === null) return leaseMs;
  const left = maxAbsenceMs - room.absenceBy(at);
  return left < leaseMs ? Math.max(left, 0) : leaseMs;
}

/** P8, P3: a resume, join or attach that connects the host goes ahead of the handoff that is due. */
function lateResume(deposed: MemberId | null, event: RoomEvent): Wrong | null {
  return deposed !== null && event.kind === 'member.resumed' && event.memberId === deposed
    ? {
        rule: 'P8',
        fact: `${deposed} lost authority in the very commit in which it resumes: whoever resumes before a handoff commits stays host`,
      }
    : null;
}
