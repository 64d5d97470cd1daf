/**
 * INV-TOKEN guards P19: a token leaves a server only in the answer to its own member, on the connection that asked, and
 * says what that answer says of room, generation, member, epoch and role, which INV-PERSIST-FIRST holds against the
 * committed state; the same token is never given out for anything else. An attach is accepted only with a token that was
 * given out for exactly the generation and epoch that it asks for, to the member that asks.
 */
import type { SessionAnswer } from '../../src/ports/network.ts';
import { CANARY } from '../systems/canary.ts';
import type { Invariant, LinkFacts } from './invariant.ts';
import { historyOf, type Reply, type RunHistory } from './run-history.ts';
import type { Ask, Copy } from './wire-history.ts';

export const token: Invariant = {
  id: 'INV-TOKEN',
  rules: ['P19'],
  summary:
    'a token goes to its member only, says what is committed, and attaches nothing but its own epoch',
  watch: (run) => {
    const history = historyOf(run);
    /** The tokens with which a connection has asked for an attach, by request id. */
    const presented = new Map<string, Set<string>>();
    return {
      requested(link, frame) {
        history.requested(link, frame);
        if (frame.request.kind !== 'attach') return;
        const tokens = presented.get(frame.requestId) ?? new Set<string>();
        presented.set(frame.requestId, tokens.add(frame.request.token));
      },
      committed: (commit) => {
        history.committed(commit);
      },
      sent(link, frame) {
        const reply = history.replied(link, frame);
        const answer = reply?.frame.answer;
        if (answer?.kind !== 'session' || reply === null) return;
        const wrong =
          wrongToken(history, link, reply, answer) ??
          wrongAttach(
            history,
            answer,
            reply.copy,
            presented.get(frame.kind === 'reply' ? frame.requestId : ''),
          );
        if (wrong !== null) run.violated(wrong);
      },
    };
  },
};

function wrongToken(
  history: RunHistory,
  link: LinkFacts,
  { copy, frame }: Reply,
  answer: SessionAnswer,
): string | null {
  const { member, connectionId } = link;
  if (copy === undefined) {
    return `P19: ${member} was sent a token on connection ${connectionId}, where it never asked ${frame.requestId}`;
  }
  const { ask } = copy;
  const { generation, epoch } = answer;
  const said = `P19: in room ${ask.code}, generation ${generation}, the token of ${member} for epoch ${epoch}`;
  const field = wrongClaim(answer, ask);
  if (field !== null) return `${said} has another ${field} than its answer`;
  const first = history.wire.grantByToken(answer.token);
  const same =
    first === undefined ||
    (first.member === member && first.generation === generation && first.epoch === epoch);
  return same
    ? null
    : `${said} had been given to ${first.member} for epoch ${first.epoch} of generation ${first.generation}`;
}

/** A token of the simulator's signer shows its claims; what another system signs with is its own affair. */
function wrongClaim(
  { token: text, generation, epoch, role }: SessionAnswer,
  ask: Ask,
): string | null {
  const claims = text.split('|');
  if (claims.length !== 9 || claims[8]?.startsWith(CANARY) !== true) return null;
  if (claims[0] !== ask.code || claims[6] !== ask.code) return 'room';
  if (claims[1] !== String(generation)) return 'generation';
  if (claims[2] !== ask.member) return 'member';
  if (claims[3] !== String(epoch)) return 'epoch';
  return claims[4] === role ? null : 'role';
}

function wrongAttach(
  history: RunHistory,
  { generation, epoch }: SessionAnswer,
  copy: Copy | undefined,
  presented: ReadonlySet<string> | undefined,
): string | null {
  if (copy?.ask.request.kind !== 'attach' || copy.ambiguous || presented === undefined) return null;
  const { member, code } = copy.ask;
  for (const text of presented) {
    const grant = history.wire.grantByToken(text);
    if (grant === undefined || grant.member !== member || grant.code !== code) continue;
    if (grant.generation === generation && grant.epoch === epoch) return null;
  }
  return `P19: in room ${code}, generation ${generation}, ${member} attached epoch ${epoch} with a token that it was not given for that`;
}
