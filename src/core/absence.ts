/** How a member becomes absent: by a disconnect, a void instance, or a resume without transport (P5, P10, P12, P16). */
import { handOver } from './handoff.ts';
import type { Draft } from './draft.ts';
import { after, type RequestId } from './ids.ts';
import { leaseLength } from './absence-budget.ts';
import type { Member } from './state.ts';
import { successor } from './succession.ts';

/**
 * Marks the member absent. An absent host keeps authority for a lease (`host.absent`); under `immediate` with a
 * successor it hands over in the same commit instead.
 */
export function markAbsent(
  draft: Draft,
  member: Member,
  session: { readonly epoch: number; readonly session: RequestId } = member,
): void {
  const { state, context } = draft;
  const { seatGraceMs, succession } = state.policy;
  const body = {
    memberId: member.memberId,
    epoch: session.epoch,
    session: session.session,
    seatUntil: after(context.at, seatGraceMs),
  };
  if (member.memberId !== state.host) {
    draft.emit({ kind: 'member.absent', ...body, leaseUntil: null });
  } else if (succession === 'immediate' && successor(state) !== null) {
    draft.emit({ kind: 'member.absent', ...body, leaseUntil: null });
    handOver(draft, 'immediate');
  } else {
    draft.emit({
      kind: 'host.absent',
      ...body,
      leaseUntil: after(context.at, leaseLength(state, context.at)),
    });
  }
}

/**
 * P12: members attached through void instances become absent in one commit, in member order, the host last, before any
 * succession: nobody who is gone is ever promoted. While no instance is live nobody is voided either, so that after an
 * outage leases count from its end. A host who is about to be connected by this very command is spared:
 * that goes ahead of a handoff, so it may not lose authority on the way (P3, P8).
 */
export function voidGhosts(draft: Draft, spareHost: boolean): void {
  const { state, context } = draft;
  if (!context.instances.anyLive) return;
  const ghosts = state.members.filter(
    (member) =>
      member.attachment !== null && !context.instances.isLive(member.attachment.instanceId),
  );
  for (const member of ghosts) if (member.memberId !== state.host) markAbsent(draft, member);
  if (spareHost) return;
  for (const member of ghosts) if (member.memberId === state.host) markAbsent(draft, member);
}
