/**
 * INV-POLICY guards P13: the policy of a room changes only as an operator of the plan has asked for that room, to exactly
 * what it asked, once for each time; everything else about the room is as before, and a lease that runs is what it was.
 */
import type { PlannedStep } from '../plan/plan.ts';
import type { RoomEvent, RoomPolicy } from '../system-under-test.ts';
import type { Invariant } from './invariant.ts';
import { retold } from './retelling.ts';

type Switch = Extract<PlannedStep, { readonly who: 'operator' }>;

export const policy: Invariant = {
  id: 'INV-POLICY',
  rules: ['P13'],
  summary: 'the policy of a room is what an operator last asked for, and changes for nothing else',
  watch: (run) => {
    const spent = new Set<PlannedStep>();
    const asks = (step: PlannedStep, code: string, { policy: to }: Changed): step is Switch =>
      step.who === 'operator' &&
      step.room === code &&
      step.atMs <= run.nowMs() &&
      !spent.has(step) &&
      step.does.kind === 'set-policy' &&
      samePolicy(step.does.policy, to);
    return retold(run, {
      event({ commit: { code }, where }, event) {
        if (event.kind !== 'policy.changed') return;
        const step = run.plan.steps.find((each) => asks(each, code, event));
        if (step !== undefined) spent.add(step);
        else run.violated(`${where('P13')} the policy changed as no operator asked`);
      },
    });
  },
};

type Changed = RoomEvent & { readonly kind: 'policy.changed' };

const samePolicy = (a: RoomPolicy, b: RoomPolicy): boolean =>
  a.succession === b.succession &&
  a.leaseMs === b.leaseMs &&
  a.seatGraceMs === b.seatGraceMs &&
  a.emptyRoom === b.emptyRoom &&
  a.idleMs === b.idleMs &&
  a.maxAbsenceMs === b.maxAbsenceMs;
