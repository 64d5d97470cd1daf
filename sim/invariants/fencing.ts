/**
 * INV-FENCING guards P15 and P18 from both sides. On the wire: what a server accepts (done, backfill, the session of an
 * attach) carried a generation and an epoch that were the committed ones at some instant between request and answer, and
 * what it refuses as stale was not current all that time. In the log: an epoch never repeats for a member of a generation,
 * every resume raises it by exactly one, it is attached once, and a code is opened only over a closed generation that the
 * opener named, with a number that no generation had before.
 */
import type { RoomEvent } from '../system-under-test.ts';
import type { GenerationHistory } from './generation-history.ts';
import type { Invariant, LinkFacts } from './invariant.ts';
import {
  historyOf,
  type CommitFacts,
  type Reply,
  type RunHistory,
  type SessionChange,
} from './run-history.ts';
import type { Ask, Copy } from './wire-history.ts';

export const fencing: Invariant = {
  id: 'INV-FENCING',
  rules: ['P15', 'P18'],
  summary:
    'an accepted command carried the committed generation and epoch, and no epoch or generation is ever used again',
  watch: (run) => {
    const history = historyOf(run);
    const opened = new Set<number>();
    return {
      requested: (link, frame) => history.requested(link, frame),
      committed(commit) {
        const facts = history.committed(commit);
        for (const change of facts.sessions) {
          const wrong = wrongEpoch(change);
          if (wrong !== null) run.violated(`${place(facts.history)} ${wrong}`);
        }
        if (commit.events[0]?.kind !== 'room.opened') return;
        const wrong = wrongOpening(history, facts, opened);
        if (wrong !== null) run.violated(`${place(facts.history)} ${wrong}`);
        opened.add(commit.after.generation);
      },
      sent(link, frame) {
        const reply = history.replied(link, frame);
        if (reply?.copy === undefined || reply.copy.ambiguous) return;
        const wrong =
          reply.frame.answer.kind === 'refused'
            ? wrongRefusal(history, reply, reply.copy)
            : wrongAcceptance(history, link, reply, reply.copy);
        if (wrong !== null) run.violated(wrong);
      },
    };
  },
};

const place = ({ code, generation }: GenerationHistory): string =>
  `P15: in room ${code}, generation ${generation},`;

/** What an event may make of a session's epoch. */
function wrongEpoch(change: SessionChange): string | null {
  const { event, before, attachedBefore, connectionBefore, connection } = change;
  const { memberId, epoch, kind, sequence } = event;
  const last = before?.epoch ?? 0;
  const said = `${kind} of ${memberId} at sequence ${sequence} has epoch ${epoch}`;
  if (kind === 'member.joined') {
    return epoch > last ? null : `${said}, but ${last} was already used: no epoch repeats`;
  }
  if (epoch === last + 1) {
    const keepsOrEnds =
      connection !== null || kind === 'session.renewed' || connectionBefore !== null;
    return keepsOrEnds ? null : `${said}, but a member that was absent before does not get absent`;
  }
  if (epoch !== last) return `${said}, but it stood at ${last}: a resume raises it by exactly one`;
  if (kind === 'session.renewed') return `${said}, as before: a resume raises it by exactly one`;
  if (connection === null || !attachedBefore) return null;
  return `${said}, which has already been attached: an epoch is attached once`;
}

function wrongOpening(
  history: RunHistory,
  { commit, previous, history: opened }: CommitFacts,
  earlier: ReadonlySet<number>,
): string | null {
  if (earlier.has(opened.generation)) return 'was opened, but that number was already used (P18)';
  if (previous !== null && previous.closedAt === Number.POSITIVE_INFINITY) {
    return `was opened over generation ${previous.generation}, which is live (P18)`;
  }
  const ask = openerAsk(history, commit.events);
  if (ask?.request.kind !== 'open') return null;
  const last = previous?.generation ?? 0;
  const named = ask.request.lastGeneration;
  return named === last
    ? null
    : `was opened by ${ask.member}, who named ${named} as the last generation; it was ${last} (P18)`;
}

function openerAsk(history: RunHistory, events: readonly RoomEvent[]): Ask | undefined {
  const seat = events.find((event) => event.kind === 'member.joined');
  return seat?.kind === 'member.joined' ? history.wire.askOf(seat.session) : undefined;
}

function wrongAcceptance(
  history: RunHistory,
  { member }: LinkFacts,
  { frame: { answer } }: Reply,
  { ask, first }: Copy,
): string | null {
  const { request, code } = ask;
  if (answer.kind === 'refused') return null;
  const said = `in room ${code}, ${member}'s ${request.kind}`;
  if (request.kind === 'open' || request.kind === 'join' || request.kind === 'resume') {
    const meant = request.kind === 'open' ? null : request.generation;
    if (meant !== null && meant !== answer.generation) {
      return `P18: ${said} for generation ${meant} was accepted in generation ${answer.generation}`;
    }
    if (answer.kind !== 'session') return `P16: ${said} was answered with ${answer.kind}`;
    const raised = history.generation(code, answer.generation)?.epochOf(member, answer.epoch);
    return raised !== undefined && raised.from < ask.first
      ? `P15: ${said} was answered with epoch ${answer.epoch}, which was committed before it was asked`
      : null;
  }
  const { generation, epoch } = request;
  const fenced = `${said} with generation ${generation} and epoch ${epoch} was accepted`;
  const room = history.generation(code, generation);
  const facts = room?.epochOf(member, epoch);
  if (room === undefined || facts === undefined) {
    return `P15: ${fenced}, but these were never committed for it`;
  }
  if (answer.generation !== generation) {
    return `P15: ${fenced} in generation ${answer.generation}`;
  }
  if (answer.kind === 'session' && answer.epoch !== epoch) {
    return `P15: ${fenced} with epoch ${answer.epoch}`;
  }
  // A closed room has no sessions any more; who had one may still read how it ended.
  const mayRead = request.kind === 'backfill' && room.closedAt !== Number.POSITIVE_INFINITY;
  const since = request.kind === 'backfill' ? first : ask.first;
  return facts.until > since || mayRead
    ? null
    : `P15: ${fenced}, but since it was asked they were never the committed ones`;
}

/** A refusal that was at no instant true since the request was first sent on its connection. */
function wrongRefusal(
  history: RunHistory,
  { frame: { answer } }: Reply,
  { ask, first, generation, closed }: Copy,
): string | null {
  if (answer.kind !== 'refused') return null;
  const { request, code, member } = ask;
  const said = `in room ${code}, ${member}'s ${request.kind} was refused as ${answer.code}`;
  const latest = history.latest(code);
  const named = request.kind === 'open' ? request.lastGeneration : request.generation;
  const sameSince = (latest?.generation ?? 0) === generation;
  switch (answer.code) {
    case 'unknown_room':
      return generation === 0 ? null : `P18: ${said}, but it had been opened before it was asked`;
    case 'stale_generation':
      if (!sameSince || (named !== null && named !== generation)) return null;
      return `P15: ${said}, but the room was at generation ${generation} all the time`;
    case 'room_exists':
      if (!sameSince || (generation !== 0 && !closed)) return null;
      return `P18: ${said}, but no generation was live since it was asked`;
    case 'stale_epoch': {
      if (!('epoch' in request)) return null;
      const facts = history.generation(code, request.generation)?.epochOf(member, request.epoch);
      if (facts === undefined || facts.from > first) return null;
      if (facts.until !== Number.POSITIVE_INFINITY) return null;
      const attached = facts.connection !== null || facts.attachedConnection !== null;
      if (request.kind === 'attach' && attached) return null;
      return `P15: ${said}, but ${request.epoch} was its epoch all the time`;
    }
    default:
      return null;
  }
}
