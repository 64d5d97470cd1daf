/** What a host has been absent already in its term: forgotten, or held against it where no budget says so (F04). */
import { decide } from '../../src/core/decide.ts';
import type { RoomPolicy } from '../../src/core/policy.ts';
import type { Decide } from '../../src/service/lobby-service.ts';
import type { Variant } from './variant.ts';

export const leaseAnewEachTime: Variant = {
  id: 'lease-anew-each-time',
  summary: 'gives a whole lease to each absence, whatever the host has been absent in its term',
  rules: ['P11'],
  caughtBy: ['INV-LEASE'],
  breaks: ['f04-back-for-a-second-each-time'],
  lobby: { decide: withBudget(() => null) },
};

export const oneLeaseForAll: Variant = {
  id: 'one-lease-for-all',
  summary: 'lets the countdown of an earlier absence go on where it was when the host came back',
  rules: ['P5', 'P11'],
  caughtBy: ['INV-LEASE'],
  breaks: ['f04-without-a-budget'],
  lobby: { decide: withBudget(({ leaseMs }) => leaseMs) },
};

/** Decides closes under another budget than the room's. */
function withBudget(budget: (policy: RoomPolicy) => number | null): Decide {
  return (state, command, context) => {
    if (state === null || command.kind !== 'disconnect') return decide(state, command, context);
    const { policy } = state;
    const other = { ...state, policy: { ...policy, maxAbsenceMs: budget(policy) } };
    const decision = decide(other, command, context);
    return decision.kind === 'commit'
      ? { ...decision, state: { ...decision.state, policy } }
      : decision;
  };
}
