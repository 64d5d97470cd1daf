/**
 * INV-STATE guards P3 and P26: the committed state is what the events of its generation say, and nothing else. After each
 * commit every field of it is held against a fold of the events from the first one on, which no store has ever seen: host,
 * term, lease, policy, closing, idle time, the members in order of succession with all that is kept of them, and those who
 * have left.
 */
import type { RoomState } from '../system-under-test.ts';
import type { Invariant } from './invariant.ts';
import { retold } from './retelling.ts';
import type { ShadowMember, ShadowRoom } from './shadow-room.ts';

export const committedState: Invariant = {
  id: 'INV-STATE',
  rules: ['P3', 'P26'],
  summary: 'the committed state is what its events say',
  watch: (run) =>
    retold(run, {
      ends({ commit, room, where }) {
        const wrong =
          wrongRoom(commit.after, room) ??
          wrongMembers(commit.after, room) ??
          wrongDeparted(commit.after, room);
        if (wrong !== null) run.violated(`${where('P3')} ${wrong}`);
      },
    }),
};

function wrongRoom(state: RoomState, room: ShadowRoom): string | null {
  if (state.generation !== room.generation) {
    return differs('the generation', state.generation, room.generation);
  }
  if (state.revision !== room.sequence) {
    return differs('the revision', state.revision, room.sequence);
  }
  if (state.host !== room.host) return differs('the host', state.host, room.host);
  if (state.hostTerm !== room.hostTerm) {
    return differs('the host term', state.hostTerm, room.hostTerm);
  }
  if (state.leaseUntil !== room.leaseUntil) {
    return differs('the lease', state.leaseUntil, room.leaseUntil);
  }
  if (state.absenceMs !== room.absenceMs) {
    return differs('the absence of the term', state.absenceMs, room.absenceMs);
  }
  if (state.outage !== room.outage) {
    return differs('the last outage', state.outage, room.outage);
  }
  if (state.closed !== room.closed) return differs('the closing', state.closed, room.closed);
  return wrongPolicy(state, room) ?? wrongQuiet(state, room);
}

function wrongPolicy({ policy }: RoomState, { policy: told }: ShadowRoom): string | null {
  const same =
    policy === told ||
    (told !== null &&
      policy.succession === told.succession &&
      policy.leaseMs === told.leaseMs &&
      policy.seatGraceMs === told.seatGraceMs &&
      policy.emptyRoom === told.emptyRoom &&
      policy.idleMs === told.idleMs &&
      policy.maxAbsenceMs === told.maxAbsenceMs);
  return same ? null : 'the committed policy is not that of its events';
}

/** P9: the state keeps since when nobody is connected; with the lease it gives the moment from which idle time counts. */
function wrongQuiet(
  { emptySince, leaseUntil, closed }: RoomState,
  room: ShadowRoom,
): string | null {
  if (closed !== null) return null;
  const told = room.quietFrom;
  const kept = emptySince === null ? null : Math.max(emptySince, leaseUntil ?? emptySince);
  return kept === told ? null : differs('the start of idle time', kept, told);
}

function wrongMembers({ members }: RoomState, room: ShadowRoom): string | null {
  if (members.length !== room.members.size) {
    return differs('the number of members', members.length, room.members.size);
  }
  let previous: RoomState['members'][number] | null = null;
  for (const member of members) {
    const { memberId } = member;
    const told = room.members.get(memberId);
    if (told === undefined)
      return `${memberId} has a seat in the committed state, but not by the events`;
    const wrong = wrongMember(member, told);
    if (wrong !== null) return `${memberId}: ${wrong}`;
    if (previous !== null && !isBefore(previous, member)) {
      return `${memberId} stands after ${previous.memberId} in the committed order of members, but comes before it by (joinedAt, memberId)`;
    }
    previous = member;
  }
  return null;
}

const isBefore = (a: RoomState['members'][number], b: RoomState['members'][number]): boolean =>
  a.joinedAt < b.joinedAt || (a.joinedAt === b.joinedAt && a.memberId < b.memberId);

function wrongMember(member: RoomState['members'][number], told: ShadowMember): string | null {
  if (member.joinedAt !== told.joinedAt) return differs('joinedAt', member.joinedAt, told.joinedAt);
  if (member.eligible !== told.eligible) {
    return differs('eligible', member.eligible, told.eligible);
  }
  if (member.epoch !== told.epoch) return differs('the epoch', member.epoch, told.epoch);
  if (member.epochAttached !== told.epochAttached) {
    return differs('epochAttached', member.epochAttached, told.epochAttached);
  }
  if (member.session !== told.session) return differs('the session', member.session, told.session);
  if (member.seatUntil !== told.seatUntil) {
    return differs('seatUntil', member.seatUntil, told.seatUntil);
  }
  if (member.absentSince !== told.absentSince) {
    return differs('absentSince', member.absentSince, told.absentSince);
  }
  if (member.rearmed !== told.rearmed) return differs('rearmed', member.rearmed, told.rearmed);
  const connection = member.attachment?.connectionId ?? null;
  if (connection !== told.connection) {
    return differs('the attached connection', connection, told.connection);
  }
  const instance = member.attachment?.instanceId ?? null;
  return instance === told.instance
    ? null
    : differs('the attached instance', instance, told.instance);
}

/** P15, P17: epochs of those who left are never used again, and a removed one may not come back. */
function wrongDeparted({ departed }: RoomState, room: ShadowRoom): string | null {
  if (departed.length !== room.departed.size) {
    return differs('the number of the departed', departed.length, room.departed.size);
  }
  for (const { memberId, epoch, removed } of departed) {
    const told = room.departed.get(memberId);
    if (told === undefined)
      return `${memberId} has departed in the committed state, but not by the events`;
    if (epoch !== told.epoch) return `${memberId}: ${differs('the last epoch', epoch, told.epoch)}`;
    if (removed !== told.removed)
      return `${memberId}: ${differs('removed', removed, told.removed)}`;
  }
  return null;
}

type Value = string | number | boolean | null;

const differs = (what: string, state: Value, events: Value): string =>
  `${what} is ${state} in the committed state, but ${events} by the events`;
