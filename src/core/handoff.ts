/** How authority moves, and how a room ends (P3, P6, P9, P10). */
import type { CloseReason, HandoffReason } from './event.ts';
import type { Draft } from './draft.ts';
import { closingReason, handoffReason } from './due.ts';
import type { MemberId } from './ids.ts';
import { successor } from './succession.ts';

/** Gives authority to the successor; without one the room has no host. */
export function handOver(draft: Draft, reason: HandoffReason): void {
  appoint(draft, successor(draft.state)?.memberId ?? null, reason);
}

/** The host term rises whenever a member becomes host. */
export function appoint(draft: Draft, host: MemberId | null, reason: HandoffReason): void {
  const { state } = draft;
  draft.emit({
    kind: 'host.changed',
    previous: state.host,
    host,
    hostTerm: host === null ? state.hostTerm : state.hostTerm + 1,
    reason,
  });
}

export function close(draft: Draft, reason: CloseReason): void {
  draft.emit({ kind: 'room.closed', reason });
}

/**
 * Commits what is due at this store time: the handoff if there is a successor to take it, otherwise the closing.
 * Stands before a command's own effect (P3), and after it for what that effect made due (P9).
 */
export function settle(draft: Draft): void {
  const { state, context } = draft;
  const handoff = handoffReason(state, context.at, context.instances);
  if (handoff !== null && successor(state) !== null) {
    handOver(draft, handoff);
    return;
  }
  const closing = closingReason(state, context.at, context.instances);
  if (closing !== null) close(draft, closing);
}
