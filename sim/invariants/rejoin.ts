/**
 * INV-REJOIN guards P17: a member that has a seat keeps it, its joinedAt and its place when it joins again, and gets a
 * session of its own by that; one that has left may join anew, at the end; a removed one never has a seat again in that
 * generation, nor is it given a session that is later than its removal, nor is anybody else refused as removed.
 */
import type { SessionAnswer } from '../../src/ports/network.ts';
import type { Commit } from '../system-under-test.ts';
import type { GenerationHistory } from './generation-history.ts';
import type { Invariant } from './invariant.ts';
import { historyOf, type Reply, type RunHistory, type SessionChange } from './run-history.ts';
import type { Ask, Copy } from './wire-history.ts';

export const rejoin: Invariant = {
  id: 'INV-REJOIN',
  rules: ['P17'],
  summary:
    'a join of a seated member keeps its seat and place, and a removed member never comes back',
  watch: (run) => {
    const history = historyOf(run);
    return {
      requested: (link, frame) => history.requested(link, frame),
      committed(commit) {
        const facts = history.committed(commit);
        const place = `P17: in room ${commit.code}, generation ${commit.after.generation},`;
        const moved = movedSeat(commit);
        if (moved !== null) run.violated(`${place} ${moved}`);
        for (const change of facts.sessions) {
          const wrong = wrongSeat(facts.history, change, commit);
          if (wrong !== null) run.violated(`${place} ${wrong}`);
        }
      },
      sent(link, frame) {
        const reply = history.replied(link, frame);
        if (reply?.copy === undefined || reply.copy.ambiguous) return;
        const { answer } = reply.frame;
        const wrong =
          answer.kind === 'session'
            ? wrongSession(history, reply.copy.ask, answer)
            : wrongRefusal(history, reply, reply.copy);
        if (wrong !== null) run.violated(wrong);
      },
    };
  },
};

function wrongSeat(
  room: GenerationHistory,
  { event, seated }: SessionChange,
  { after }: Commit,
): string | null {
  const { memberId, kind, sequence } = event;
  const removedAt = room.members.get(memberId)?.removedAt ?? null;
  if (removedAt !== null && removedAt < sequence) {
    return `${memberId} was removed at sequence ${removedAt}, but there is a ${kind} of it at ${sequence}`;
  }
  if (kind !== 'member.joined') return null;
  if (seated) return `${memberId} had a seat, but was given another one at sequence ${sequence}`;
  const member = after.members.find((seat) => seat.memberId === memberId);
  return member === undefined || member.joinedAt === event.at
    ? null
    : `${memberId} joined at ${event.at}, but its seat says ${member.joinedAt}`;
}

/** A member that kept its seat and not its joinedAt, or that stands where it did not stand. */
function movedSeat({ before, after, events }: Commit): string | null {
  if (before === null || before.generation !== after.generation) return null;
  let next = 0;
  for (const seat of before.members) {
    const stays = after.members[next]?.memberId === seat.memberId;
    const kept = stays
      ? next
      : after.members.findIndex(({ memberId }) => memberId === seat.memberId);
    const now = after.members[kept];
    if (now === undefined || hasRejoined(events, seat.memberId)) continue;
    if (now.joinedAt !== seat.joinedAt) {
      return `${seat.memberId} kept its seat, but joinedAt ${seat.joinedAt} became ${now.joinedAt}`;
    }
    if (kept < next) return `${seat.memberId} kept its seat, but lost its place in the order`;
    next = kept + 1;
  }
  return null;
}

const hasRejoined = (events: Commit['events'], member: string): boolean =>
  events.some((event) => event.kind === 'member.left' && event.memberId === member);

function wrongSession(
  history: RunHistory,
  { code, member, request, requestId }: Ask,
  { generation, epoch, sessionId, throughSequence }: SessionAnswer,
): string | null {
  const room = history.generation(code, generation);
  const place = `P17: in room ${code}, generation ${generation},`;
  const removedAt = room?.members.get(member)?.removedAt ?? null;
  if (removedAt !== null && throughSequence >= removedAt) {
    return `${place} ${member} was removed at sequence ${removedAt}, but was answered a session through ${throughSequence}`;
  }
  if (request.kind !== 'join' && request.kind !== 'open') return null;
  const facts = room?.epochOf(member, epoch);
  if (facts !== undefined && !facts.begins) {
    return `${place} the ${request.kind} ${requestId} of ${member} began no new session: it still has that of the epoch before ${epoch}`;
  }
  const first = history.wire.grantBySessionId(sessionId);
  const own =
    first === undefined ||
    (first.generation === generation && first.member === member && first.epoch === epoch);
  return own
    ? null
    : `${place} the ${request.kind} ${requestId} of ${member} was answered a session id that ${first.member} was given for epoch ${first.epoch} of generation ${first.generation}`;
}

function wrongRefusal(
  history: RunHistory,
  { frame: { answer } }: Reply,
  { ask: { code, member }, generation }: Copy,
): string | null {
  if (answer.kind !== 'refused' || answer.code !== 'removed') return null;
  const known = history.codes.get(code)?.generations;
  if (known === undefined) return null;
  for (const room of known.values()) {
    if (room.generation < generation) continue;
    if ((room.members.get(member)?.removedAt ?? null) !== null) return null;
  }
  return `P17: in room ${code}, ${member} was refused as removed, but nobody has removed it`;
}
