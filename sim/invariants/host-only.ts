/**
 * INV-HOST-ONLY guards P14: every removal, change of eligibility, transfer and ending was asked for by the member that was
 * host just before it, with the generation, epoch and term that were then committed, once for every request; or by an
 * operator of the plan while the host was absent. Nobody makes itself host: a transfer never goes to its caller. A host's
 * command is answered as done only at an effect that was its own, and is not refused for a term that was right all the time.
 */
import type { PlannedStep } from '../plan/plan.ts';
import type { GenerationHistory } from './generation-history.ts';
import type { Invariant, WatchedRun } from './invariant.ts';
import { historyOf, type HostOnlyEffect, type Reply, type RunHistory } from './run-history.ts';
import type { Ask, Copy } from './wire-history.ts';

type OperatorStep = Extract<PlannedStep, { readonly who: 'operator' }>;

/** Who was host with which term just before a host-only effect, by the revision of its commit. */
type Askers = Map<GenerationHistory, Map<number, HostOnlyEffect>>;

/** Who is host of a generation in which term, and since which instant. */
interface Term {
  readonly host: string | null;
  readonly term: number;
  readonly from: number;
}

export const hostOnly: Invariant = {
  id: 'INV-HOST-ONLY',
  rules: ['P14'],
  summary:
    'what only a host may do was asked by the committed host with its term, or by an operator while it was absent',
  watch: (run) => {
    const history = historyOf(run);
    const askers: Askers = new Map();
    const terms = new Map<GenerationHistory, Term>();
    return {
      requested: (link, frame) => history.requested(link, frame),
      committed(commit) {
        const facts = history.committed(commit);
        const room = facts.history;
        const { host, hostTerm, revision } = commit.after;
        const term = terms.get(room);
        if (term?.host !== host || term.term !== hostTerm) {
          terms.set(room, { host, term: hostTerm, from: room.reachedAt(revision) ?? 0 });
        }
        for (const effect of facts.effects) {
          const wrong = unasked(history, room, effect, run);
          if (wrong !== null) run.violated(wrong);
          const ofRoom = askers.get(room) ?? new Map<number, HostOnlyEffect>();
          askers.set(room, ofRoom);
          ofRoom.set(revision, effect);
        }
      },
      sent(link, frame) {
        const reply = history.replied(link, frame);
        if (reply?.copy === undefined || reply.copy.ambiguous) return;
        const { request } = reply.copy.ask;
        if (!('hostTerm' in request)) return;
        const room = history.generation(reply.copy.ask.code, request.generation);
        if (room === undefined) return;
        const wrong =
          reply.frame.answer.kind === 'done'
            ? wrongDone(reply.copy.ask, reply, askers.get(room))
            : wrongTerm(reply, reply.copy, room, terms.get(room));
        if (wrong !== null) run.violated(wrong);
      },
    };
  },
};

const place = ({ code, generation }: GenerationHistory): string =>
  `P14: in room ${code}, generation ${generation},`;

function unasked(
  history: RunHistory,
  room: GenerationHistory,
  effect: HostOnlyEffect,
  { plan, nowMs }: WatchedRun,
): string | null {
  const { event, host, hostTerm, hostEpoch, hostConnected } = effect;
  const where = `${place(room)} ${described(effect)} at sequence ${event.sequence}`;
  if (event.kind === 'host.changed' && event.host === host) {
    return `${where} made ${host} host, who was the host: nobody makes itself host`;
  }
  const byOperator = (step: PlannedStep): boolean =>
    step.who === 'operator' && step.atMs <= nowMs() && asksFor(step, room, effect);
  if (!hostConnected && plan.steps.some(byOperator)) return null;
  const asks =
    host === null ? [] : history.wire.hostOnlyOf(host).filter((ask) => isAsk(ask, room, effect));
  const unspent = asks.find(({ spent }) => !spent);
  if (unspent !== undefined) {
    unspent.spent = true;
    return null;
  }
  if (asks.length > 0) return `${where} is one effect more than ${host} asked for`;
  const state = hostConnected ? 'connected' : 'absent';
  return `${where} was not asked for by ${host}, the ${state} host of term ${hostTerm} with epoch ${hostEpoch}, nor could an operator ask for it`;
}

function described({ event }: HostOnlyEffect): string {
  switch (event.kind) {
    case 'member.left':
      return `the removal of ${event.memberId}`;
    case 'member.eligibility':
      return `eligibility ${event.eligible} of ${event.memberId}`;
    case 'host.changed':
      return `the transfer to ${event.host}`;
    default:
      return 'the end of the room';
  }
}

function isAsk({ code, request }: Ask, room: GenerationHistory, effect: HostOnlyEffect): boolean {
  if (!('hostTerm' in request) || code !== room.code) return false;
  const { generation, epoch, hostTerm } = request;
  if (generation !== room.generation || epoch !== effect.hostEpoch) return false;
  if (hostTerm !== effect.hostTerm) return false;
  const { event } = effect;
  switch (request.kind) {
    case 'remove':
      return event.kind === 'member.left' && event.memberId === request.target;
    case 'transfer':
      return event.kind === 'host.changed' && event.host === request.target;
    case 'setEligible':
      return (
        event.kind === 'member.eligibility' &&
        event.memberId === request.target &&
        event.eligible === request.eligible
      );
    case 'end':
      return event.kind === 'room.closed';
  }
}

function asksFor(
  { room: code, does }: OperatorStep,
  room: GenerationHistory,
  { event }: HostOnlyEffect,
): boolean {
  if (code !== room.code) return false;
  switch (does.kind) {
    case 'remove':
      return event.kind === 'member.left' && event.memberId === does.target;
    case 'set-eligible':
      return (
        event.kind === 'member.eligibility' &&
        event.memberId === does.target &&
        event.eligible === does.eligible
      );
    case 'end':
      return event.kind === 'room.closed';
    case 'redrive':
    case 'drop-record':
    case 'set-policy':
      // What it does is watched by INV-POLICY.
      return false;
  }
}

function wrongDone(
  { member, request, requestId }: Ask,
  { frame: { answer } }: Reply,
  askers: ReadonlyMap<number, HostOnlyEffect> | undefined,
): string | null {
  if (answer.kind !== 'done' || !('hostTerm' in request)) return null;
  const effect = askers?.get(answer.revision);
  // Whether there is such an effect at all is for INV-IDEMPOTENT to say.
  if (effect === undefined) return null;
  const { host, hostTerm, hostEpoch } = effect;
  if (host === member && hostTerm === request.hostTerm && hostEpoch === request.epoch) return null;
  return `P14: in generation ${answer.generation}, the ${request.kind} ${requestId} of ${member} with term ${request.hostTerm} was accepted, but the host at its effect was ${host} of term ${hostTerm}`;
}

function wrongTerm(
  { frame: { answer } }: Reply,
  { ask: { member, request }, first }: Copy,
  room: GenerationHistory,
  term: Term | undefined,
): string | null {
  if (answer.kind !== 'refused' || answer.code !== 'stale_term' || term === undefined) return null;
  if (!('hostTerm' in request) || request.hostTerm !== term.term || term.from > first) return null;
  // A due handoff to the very member that asks would have been decided first (P3), and is not committed by a refusal.
  if (term.host !== member) return null;
  return `${place(room)} ${member}'s ${request.kind} was refused as stale_term, but ${term.term} was the term all the time`;
}
