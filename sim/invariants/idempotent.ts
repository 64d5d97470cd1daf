/**
 * INV-IDEMPOTENT guards P20: one request has one effect and one answer, however often and wherever it is repeated. No
 * request id begins two sessions or opens two generations; what is answered as done or as a session is the effect of the
 * commit that the answer names, and of no other request; every further answer to it is the same but for the token; and
 * once it has been accepted, a copy that was sent later is not refused while its record is kept.
 */
import type { Answer } from '../../src/ports/network.ts';
import type { RoomEvent } from '../system-under-test.ts';
import type { GenerationHistory } from './generation-history.ts';
import type { Invariant, LinkFacts } from './invariant.ts';
import {
  type CommitFacts,
  historyOf,
  type Reply,
  type RunHistory,
  type SessionChange,
} from './run-history.ts';
import { differingField } from './same-answer.ts';
import type { Ask, Copy } from './wire-history.ts';

interface Accepted {
  readonly answer: Answer;
  /** The instant of its first answer, and when that was, in virtual ms. */
  readonly at: number;
  readonly atMs: number;
  /** The connections on which it was answered. */
  readonly on: Set<string>;
}

/** Where and when, in store time, a session began. */
interface Beginning {
  readonly place: string;
  readonly at: number;
}

/** By code and request id. */
type Begun = Map<string, Map<string, Beginning>>;

interface Notes {
  readonly history: RunHistory;
  readonly accepted: WeakMap<Ask, Accepted>;
  /** By revision, which request had its effect there. */
  readonly effects: WeakMap<GenerationHistory, Map<number, string>>;
}

export const idempotent: Invariant = {
  id: 'INV-IDEMPOTENT',
  rules: ['P20'],
  summary: 'a request has one effect and one answer, however often it is repeated',
  watch: (run) => {
    const history = historyOf(run);
    const notes: Notes = { history, accepted: new WeakMap(), effects: new WeakMap() };
    const begun: Begun = new Map();
    const { requestRetentionMs } = run.plan.settings;
    return {
      requested: (link, frame) => history.requested(link, frame),
      committed(commit) {
        const facts = history.committed(commit);
        // Whose record is no longer kept is a request like any other (P22).
        forget(begun.get(commit.code), commit.at - requestRetentionMs);
        for (const change of facts.sessions) {
          const wrong = begunTwice(begun, facts, change) ?? renewedTwice(history, facts, change);
          if (wrong !== null) run.violated(wrong);
        }
      },
      sent(link, frame) {
        const reply = history.replied(link, frame);
        if (reply?.copy === undefined || reply.copy.ambiguous) return;
        const { kind } = reply.copy.ask.request;
        if (kind === 'attach' || kind === 'backfill') return;
        const wrong =
          reply.frame.answer.kind === 'refused'
            ? refusedLater(notes, link, reply, reply.copy, run.nowMs() - requestRetentionMs)
            : wrongAcceptance(notes, link, reply, reply.copy, run.nowMs());
        if (wrong !== null) run.violated(wrong);
      },
    };
  },
};

/** They are in the order of their commits. */
function forget(ofCode: Map<string, Beginning> | undefined, before: number): void {
  if (ofCode === undefined) return;
  for (const [session, { at }] of ofCode) {
    if (at >= before) return;
    ofCode.delete(session);
  }
}

function begunTwice(
  begun: Begun,
  { history: { code, generation }, commit: { at } }: CommitFacts,
  { event: { kind, memberId, session, sequence }, before }: SessionChange,
): string | null {
  if (kind !== 'member.joined' && (before === null || before.session === session)) return null;
  let ofCode = begun.get(code);
  if (ofCode === undefined) {
    ofCode = new Map();
    begun.set(code, ofCode);
  }
  const place = `generation ${generation}, sequence ${sequence}`;
  const first = ofCode.get(session);
  if (first === undefined) {
    ofCode.set(session, { place, at });
    return null;
  }
  return `P20: in room ${code}, the request ${session} of ${memberId} began a session at ${first.place} and once more at ${place}`;
}

/** A join that was committed once more looks like a resume on a connection on which nobody resumed. */
function renewedTwice(
  { wire }: RunHistory,
  { history: { code, generation } }: CommitFacts,
  { event, before, connection }: SessionChange,
): string | null {
  const { memberId, epoch, session, sequence } = event;
  if (event.kind === 'member.joined' || connection === null) return null;
  if (before?.session !== session || before.epoch === epoch) return null;
  const ask = wire.askOf(session);
  if (ask?.request.kind !== 'open' && ask?.request.kind !== 'join') return null;
  if (!ask.sentOn.has(connection) || wire.resumesOn(connection).length > 0) return null;
  return `P20: in room ${code}, generation ${generation}, epoch ${epoch} of ${memberId} at sequence ${sequence} can only come from its ${ask.request.kind} ${session}, which has had its effect before`;
}

function wrongAcceptance(
  notes: Notes,
  { connectionId }: LinkFacts,
  { frame: { answer }, at }: Reply,
  { ask }: Copy,
  atMs: number,
): string | null {
  const known = notes.accepted.get(ask);
  if (known === undefined) {
    notes.accepted.set(ask, { answer, at, atMs, on: new Set([connectionId]) });
    return wrongEffect(notes, ask, answer);
  }
  known.on.add(connectionId);
  const field = differingField(known.answer, answer);
  return field === null
    ? null
    : `P20: in room ${ask.code}, the ${ask.request.kind} ${ask.requestId} of ${ask.member} was answered once more with another ${field}`;
}

/** The first acceptance of a request: whether the commit that it names is its effect, and its alone. */
function wrongEffect(notes: Notes, ask: Ask, answer: Answer): string | null {
  if (answer.kind === 'refused' || answer.kind === 'backfill') return null;
  const { code, member, request, requestId } = ask;
  const room = notes.history.generation(code, answer.generation);
  const revision = answer.kind === 'session' ? answer.throughSequence : answer.revision;
  const said = `in room ${code}, generation ${answer.generation}, the ${request.kind} ${requestId} of ${member} was accepted at revision ${revision}`;
  if (!room?.commitOf(revision).some((event) => isEffect(event, ask))) {
    return `P20: ${said}, but no commit with its effect reached that`;
  }
  const effects = notes.effects.get(room) ?? new Map<number, string>();
  notes.effects.set(room, effects);
  const other = effects.get(revision);
  effects.set(revision, requestId);
  return other === undefined || other === requestId
    ? null
    : `P20: ${said}, which was already the answer to ${other}`;
}

/** The events of each command, by the table of P3. */
function isEffect(event: RoomEvent, { member, request, requestId }: Ask): boolean {
  switch (request.kind) {
    case 'open':
      return event.kind === 'member.joined' && event.session === requestId;
    case 'join':
      return 'session' in event && event.memberId === member && event.session === requestId;
    case 'resume':
      return 'epoch' in event && event.memberId === member && event.kind !== 'member.joined';
    case 'leave':
      return event.kind === 'member.left' && event.memberId === member && event.reason === 'left';
    case 'remove':
      return (
        event.kind === 'member.left' &&
        event.memberId === request.target &&
        event.reason === 'removed'
      );
    case 'setEligible':
      return (
        event.kind === 'member.eligibility' &&
        event.memberId === request.target &&
        event.eligible === request.eligible
      );
    case 'transfer':
      return (
        event.kind === 'host.changed' &&
        event.host === request.target &&
        event.reason === 'transferred'
      );
    case 'end':
      return event.kind === 'room.closed' && event.reason === 'ended';
    case 'attach':
    case 'backfill':
      return false;
  }
}

function refusedLater(
  notes: Notes,
  { connectionId }: LinkFacts,
  { frame: { answer } }: Reply,
  { ask, first }: Copy,
  forgottenMs: number,
): string | null {
  if (answer.kind !== 'refused' || answer.code === 'unavailable' || answer.code === 'conflict') {
    return null;
  }
  const accepted = notes.accepted.get(ask);
  if (accepted === undefined || accepted.atMs <= forgottenMs) return null;
  if (!accepted.on.has(connectionId) && first < accepted.at) return null;
  if (
    answer.code === 'request_id_reused' &&
    notes.history.wire.askOf(ask.requestId)?.other !== null
  ) {
    return null;
  }
  const { request, code, requestId, member } = ask;
  // The scope of the id is the generation: what an earlier one has recorded is not looked at.
  const ofCode = request.kind === 'open' || request.kind === 'join';
  if (!ofCode && notes.history.latest(code)?.generation !== scopeOf(ask)) return null;
  return `P20: in room ${code}, the ${request.kind} ${requestId} of ${member} had been accepted, and was then refused as ${answer.code}`;
}

const scopeOf = ({ request }: Ask): number | null =>
  request.kind === 'open' ? null : request.generation;
