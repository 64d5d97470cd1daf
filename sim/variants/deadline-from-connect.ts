import type { Command } from '../../src/core/command.ts';
import { decide, type Decision } from '../../src/core/decide.ts';
import type { DecisionContext } from '../../src/core/draft.ts';
import type { RoomEvent } from '../../src/core/event.ts';
import { after, type StoreTime } from '../../src/core/ids.ts';
import type { RoomState } from '../../src/core/state.ts';
import type { Variant } from './variant.ts';
import { withEvents } from './with-events.ts';

/** The deadline is written down when a connection is made, and not looked at again when it breaks. */
export const deadlineFromConnect: Variant = {
  id: 'deadline-from-connect',
  summary: 'counts the lease from when the host connected, not from when it became absent',
  rules: ['P5'],
  caughtBy: ['INV-LEASE'],
  breaks: ['f17-deadline-counts-from-the-absence'],
  lobby: { decide: decideByConnect },
};

function decideByConnect(
  state: RoomState | null,
  command: Command,
  context: DecisionContext,
): Decision {
  const decision = decide(state, command, context);
  if (state === null) return decision;
  return withEvents(state, decision, (event) =>
    event.kind === 'host.absent' ? [stamped(event, state, context)] : [event],
  );
}

function stamped(
  event: Extract<RoomEvent, { readonly kind: 'host.absent' }>,
  state: RoomState,
  context: DecisionContext,
): RoomEvent {
  const connectedAt = connectedSince(event, context);
  return { ...event, leaseUntil: after(connectedAt, state.policy.leaseMs) };
}

/** When the connection that is now over was made, as far as the log has it. */
function connectedSince(
  { memberId, at }: Extract<RoomEvent, { readonly kind: 'host.absent' }>,
  { log }: DecisionContext,
): StoreTime {
  const made = log
    .after(log.from - 1)
    .findLast(
      (event) =>
        (event.kind === 'host.resumed' || event.kind === 'member.joined') &&
        event.memberId === memberId,
    );
  return made?.at ?? at;
}
