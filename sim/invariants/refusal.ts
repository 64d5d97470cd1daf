/**
 * INV-REFUSAL guards P15: a refused attempt has no effect whatever. Every effect on a session must be accounted for by a
 * request that could have had it: a new session by the open or join whose id it carries, a raised epoch by a resume that
 * presented session and nonce of the epoch before, an attached epoch by its attach, each on the connection that is then
 * attached, and a leave by a leave of that generation and epoch. So what a forged or stale request did shows as an effect
 * that nobody had the right to ask for. And a server does not refuse, on a connection, what it has just attached there.
 */
import type { GenerationHistory } from './generation-history.ts';
import type { Invariant, LinkFacts } from './invariant.ts';
import {
  type Departure,
  historyOf,
  type Reply,
  type RunHistory,
  type SessionChange,
} from './run-history.ts';
import type { Ask, WireHistory } from './wire-history.ts';

export const refusal: Invariant = {
  id: 'INV-REFUSAL',
  rules: ['P15', 'P16'],
  summary: 'every effect was asked for by a request that could have it; a refused request has none',
  watch: (run) => {
    const history = historyOf(run);
    /** What the last commit that attached a connection was asked by, where only one request can have been it. */
    const attachedBy = new Map<string, Ask>();
    return {
      requested: (link, frame) => history.requested(link, frame),
      committed(commit) {
        const facts = history.committed(commit);
        for (const change of facts.sessions) {
          const asks = asksFor(history.wire, facts.history, change);
          if (asks === null) continue;
          const wrong = unasked(facts.history, change, asks);
          if (wrong !== null) run.violated(wrong);
          const [only, ...others] = asks;
          if (change.connection === null) continue;
          if (only !== undefined && others.length === 0) attachedBy.set(change.connection, only);
          else attachedBy.delete(change.connection);
        }
        for (const departure of facts.departures) {
          const wrong = unaskedLeave(history.wire, facts.history, departure);
          if (wrong !== null) run.violated(wrong);
        }
      },
      sent(link, frame) {
        const reply = history.replied(link, frame);
        const wrong = reply === null ? null : refusedThough(history, link, reply, attachedBy);
        if (wrong !== null) run.violated(wrong);
      },
    };
  },
};

/** The requests that may have led to this change; null: it needs none. */
function asksFor(
  wire: WireHistory,
  room: GenerationHistory,
  { event, before, connection }: SessionChange,
): readonly Ask[] | null {
  const { memberId, epoch, session, generation } = event;
  if (event.kind !== 'member.joined' && before?.epoch === epoch) {
    if (connection === null) return null;
    return on(
      connection,
      wire
        .attachesOf(memberId)
        .filter(
          ({ code, request }) =>
            request.kind === 'attach' &&
            code === room.code &&
            request.generation === generation &&
            request.epoch === epoch,
        ),
    );
  }
  if (event.kind === 'member.joined' || before?.session !== session) {
    const ask = wire.askOf(session);
    return ask !== undefined && beginsSession(ask, room, memberId) ? on(connection, [ask]) : [];
  }
  const grant = wire.grantOf(room.code, generation, memberId, before.epoch);
  if (grant === undefined) return [];
  const presented = wire
    .resumesWith(grant.nonce)
    .filter(
      ({ member, request }) =>
        member === memberId &&
        request.generation === generation &&
        request.sessionId === grant.sessionId,
    );
  return on(connection, presented);
}

/** Those that were sent on the connection that is now attached. */
const on = (connection: string | null, asks: readonly Ask[]): readonly Ask[] =>
  connection === null ? asks : asks.filter(({ sentOn }) => sentOn.has(connection));

function beginsSession(
  { code, member, request }: Ask,
  room: GenerationHistory,
  id: string,
): boolean {
  if (code !== room.code || member !== id) return false;
  if (request.kind === 'open') return true;
  if (request.kind !== 'join') return false;
  return request.generation === null || request.generation === room.generation;
}

function unasked(
  { code, generation }: GenerationHistory,
  { event, connection }: SessionChange,
  asks: readonly Ask[],
): string | null {
  if (asks.length > 0) return null;
  const { kind, memberId, sequence, epoch } = event;
  const where = connection === null ? '' : ` on connection ${connection}`;
  return `P15: in room ${code}, generation ${generation}, ${kind} at sequence ${sequence} gave ${memberId} epoch ${epoch}, but ${memberId} made no request${where} that could have this effect`;
}

function unaskedLeave(
  wire: WireHistory,
  { code, generation }: GenerationHistory,
  { event, epoch }: Departure,
): string | null {
  const { memberId, sequence } = event;
  const asked = wire
    .leavesOf(memberId)
    .some(
      ({ code: asks, request }) =>
        request.kind === 'leave' &&
        asks === code &&
        request.generation === generation &&
        request.epoch === epoch,
    );
  return asked
    ? null
    : `P15: in room ${code}, generation ${generation}, ${memberId} left at sequence ${sequence}, but never asked to with its epoch ${epoch}`;
}

/** A connection's requests are served one after another: this refusal is later than the effect. */
function refusedThough(
  history: RunHistory,
  { connectionId }: LinkFacts,
  { frame: { answer }, copy }: Reply,
  attachedBy: ReadonlyMap<string, Ask>,
): string | null {
  if (copy === undefined || answer.kind !== 'refused' || copy.ambiguous) return null;
  if (answer.code === 'unavailable' || answer.code === 'conflict') return null;
  const { ask } = copy;
  // A repeated attach is refused, and records of an earlier generation are not looked at any more (P16, P20).
  if (ask.request.kind === 'attach' || attachedBy.get(connectionId) !== ask) return null;
  const latest = history.latest(ask.code)?.generation;
  if (ask.request.kind === 'resume' && latest !== ask.request.generation) return null;
  return `P15: in room ${ask.code}, ${ask.member}'s ${ask.request.kind} ${ask.requestId} was refused as ${answer.code}, but it has attached connection ${connectionId}`;
}
