/** Decisions that known-bad designs make of the real ones: the state stays what its events say, so that the mistake shows. */
import type { Decision } from '../../src/core/decide.ts';
import { Draft, type DecisionContext } from '../../src/core/draft.ts';
import type { RoomEvent } from '../../src/core/event.ts';
import { evolve } from '../../src/core/evolve.ts';
import type { RoomState } from '../../src/core/state.ts';

/** The same decision on the same room, but with these events. */
export function withEvents(
  before: RoomState,
  decision: Decision,
  change: (event: RoomEvent) => readonly RoomEvent[],
): Decision {
  if (decision.kind !== 'commit') return decision;
  const events = decision.events.flatMap(change);
  return { ...decision, events, state: events.reduce(evolve, before) };
}

/** A decision of the given events alone, made in place of the real one. */
export function decisionOf(
  state: RoomState,
  context: DecisionContext,
  emit: (draft: Draft) => void,
): Decision {
  const draft = new Draft(state, context);
  emit(draft);
  const { generation, revision } = draft.state;
  return {
    kind: 'commit',
    state: draft.state,
    events: draft.events,
    reply: { kind: 'done', generation, revision },
  };
}
