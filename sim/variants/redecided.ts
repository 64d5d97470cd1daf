/** What known-bad designs do to a decision of the core: add to it, leave something out, or make it for somebody else. */
import type { Command } from '../../src/core/command.ts';
import { decide, type Decision } from '../../src/core/decide.ts';
import type { DecisionContext } from '../../src/core/draft.ts';
import type { RoomEvent } from '../../src/core/event.ts';
import { evolve } from '../../src/core/evolve.ts';
import type { MemberId } from '../../src/core/ids.ts';
import type { RoomState } from '../../src/core/state.ts';

/** Both in one commit; where the second comes to nothing, the first alone. */
export function andThen(first: Decision, command: Command, context: DecisionContext): Decision {
  if (first.kind !== 'commit') return first;
  const second = decide(first.state, command, context);
  if (second.kind !== 'commit') return first;
  return { ...second, events: [...first.events, ...second.events] };
}

/** As if `host` were host, in `hostTerm`; the committed label stays where it is, unless the command moves it. */
export function decideAsHost(
  state: RoomState,
  host: MemberId,
  hostTerm: number,
  command: Command,
  context: DecisionContext,
): Decision {
  const decision = decide({ ...state, host, hostTerm }, command, context);
  if (decision.kind !== 'commit') return decision;
  if (decision.events.some(({ kind }) => kind === 'host.changed')) return decision;
  return { ...decision, state: decision.events.reduce(evolve, state) };
}

/** The decision as it would be if its handoff, and what follows it, were forgotten. */
export function withoutHandoff(before: RoomState, decision: Decision): Decision {
  if (decision.kind !== 'commit') return decision;
  const at = decision.events.findIndex(({ kind }) => kind === 'host.changed');
  return at < 0 ? decision : only(before, decision, decision.events.slice(0, at));
}

function only(
  before: RoomState,
  decision: Extract<Decision, { readonly kind: 'commit' }>,
  events: readonly RoomEvent[],
): Decision {
  if (events.length === 0) return { kind: 'nothing' };
  const state = events.reduce(evolve, before);
  const { reply } = decision;
  const { revision } = state;
  return {
    kind: 'commit',
    state,
    events,
    reply: reply.kind === 'done' ? { ...reply, revision } : { ...reply, throughSequence: revision },
  };
}
