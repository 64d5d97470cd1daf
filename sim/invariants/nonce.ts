/**
 * INV-NONCE guards P16 and P18: a nonce is used once. A nonce is known by the answer that gave it out: it belongs to one
 * epoch, so a resume may be accepted only with the nonce and the session id that were given out for the epoch before the
 * one that it reached, to the same member and in the same generation; and no two requests reach the same epoch. The right
 * nonce of an epoch that was current all the time is not refused.
 */
import type { RoomCode } from '../../src/core/ids.ts';
import type { SessionAnswer } from '../../src/ports/network.ts';
import type { Invariant } from './invariant.ts';
import { historyOf, type Reply, type RunHistory, type SessionChange } from './run-history.ts';
import type { Copy, Grant, ResumeAsk } from './wire-history.ts';

export const nonce: Invariant = {
  id: 'INV-NONCE',
  rules: ['P16', 'P18', 'P20'],
  summary:
    'a nonce and a session id are accepted once, from their member, in their generation and epoch',
  watch: (run) => {
    const history = historyOf(run);
    /** Which request reached an epoch, by what was granted for it. */
    const reachedBy = new WeakMap<Grant, string>();
    return {
      requested: (link, frame) => history.requested(link, frame),
      committed(commit) {
        for (const change of history.committed(commit).sessions) {
          const wrong = usedAgain(history, change, commit.code);
          if (wrong !== null) run.violated(wrong);
        }
      },
      sent(link, frame) {
        const reply = history.replied(link, frame);
        if (reply?.copy === undefined || reply.copy.ambiguous) return;
        const { answer } = reply.frame;
        const wrong =
          answer.kind === 'session'
            ? wrongGrant(history, reply.copy, answer, reachedBy)
            : wrongRefusal(history, reply, reply.copy);
        if (wrong !== null) run.violated(wrong);
      },
    };
  },
};

/** Whether the only resumes on the connection that a resume has attached presented nonces of other epochs. */
function usedAgain(
  { wire }: RunHistory,
  { event, before, connection }: SessionChange,
  code: RoomCode,
): string | null {
  const { memberId, generation, epoch, session, sequence } = event;
  if (event.kind === 'member.joined' || connection === null) return null;
  if (before?.session !== session || before.epoch === epoch) return null;
  let other: Grant | null = null;
  for (const { request } of wire.resumesOn(connection)) {
    const grant = wire.grantByNonce(request.nonce);
    if (grant?.member !== memberId || grant.generation !== generation) continue;
    if (grant.epoch === before.epoch) return null;
    other = grant;
  }
  return other === null
    ? null
    : `P16: in room ${code}, generation ${generation}, ${memberId} was resumed to epoch ${epoch} at sequence ${sequence} with the nonce of epoch ${other.epoch}, which is not that of epoch ${before.epoch}`;
}

function wrongGrant(
  { wire }: RunHistory,
  { ask }: Copy,
  answer: SessionAnswer,
  reachedBy: WeakMap<Grant, string>,
): string | null {
  const { code, member, request, requestId } = ask;
  const { generation, epoch } = answer;
  const place = `in room ${code}, generation ${generation},`;
  const grant = wire.grantOf(code, generation, member, epoch);
  if (grant === undefined) return null;
  if (grant.nonce !== answer.nonce || wire.grantByNonce(answer.nonce) !== grant) {
    return `P16: ${place} epoch ${epoch} of ${member} was not given the one nonce that is its own`;
  }
  if (request.kind === 'attach') return null;
  const other = reachedBy.get(grant);
  if (other !== undefined && other !== requestId) {
    return `P16: ${place} the requests ${other} and ${requestId} of ${member} both reached epoch ${epoch}`;
  }
  reachedBy.set(grant, requestId);
  if (request.kind !== 'resume') return null;
  const used = wire.grantOf(code, generation, member, epoch - 1);
  const who = `${place} ${member} resumed to epoch ${epoch} with`;
  if (used?.nonce !== request.nonce)
    return `P16: ${who} a nonce that was not that of epoch ${epoch - 1}`;
  if (used.sessionId !== request.sessionId) {
    return `P16: ${who} a session id that was not that of epoch ${epoch - 1}`;
  }
  return answer.sessionId === request.sessionId
    ? null
    : `P16: ${who} a session id, and was answered another one`;
}

const DOUBTS: ReadonlySet<string> = new Set([
  'unknown_session',
  'not_member',
  'wrong_nonce',
  'nonce_used',
]);

/** Whether a resume that was right since it was first sent on its connection was refused for its secrets. */
function wrongRefusal(history: RunHistory, { frame }: Reply, { ask, first }: Copy): string | null {
  const { answer } = frame;
  const { request, code, member } = ask;
  if (answer.kind !== 'refused' || request.kind !== 'resume' || !DOUBTS.has(answer.code))
    return null;
  const grant = history.wire.grantByNonce(request.nonce);
  if (grant === undefined || !isRight(grant, { ...ask, request })) return null;
  const facts = history.generation(code, request.generation)?.epochOf(member, grant.epoch);
  if (facts === undefined || facts.from > first || facts.until !== Number.POSITIVE_INFINITY) {
    return null;
  }
  return `P16: in room ${code}, generation ${request.generation}, ${member} was refused as ${answer.code}, but it presented session and nonce of its epoch ${grant.epoch}, current all the time`;
}

const isRight = (grant: Grant, { code, member, request }: ResumeAsk): boolean =>
  grant.code === code &&
  grant.member === member &&
  grant.generation === request.generation &&
  grant.sessionId === request.sessionId;
