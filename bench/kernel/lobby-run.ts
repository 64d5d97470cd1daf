/** The built-in lobby under a plan, the same for either driver: the same world, trace hash and invariants. */
import { GoalCounter } from '../../sim/goals/goal-counter.ts';
import type { Invariant } from '../../sim/invariants/invariant.ts';
import { ChoiceLog } from '../../sim/kernel/choices.ts';
import { Gates } from '../../sim/kernel/gates.ts';
import type { Scheduling } from '../../sim/kernel/scheduling.ts';
import { Trace } from '../../sim/kernel/trace.ts';
import type { Plan } from '../../sim/plan/plan.ts';
import { RandomStrategy } from '../../sim/strategies/random.ts';
import { lobbySystem } from '../../sim/systems/lobby-system.ts';
import { realClient } from '../../sim/world/page.ts';
import { World } from '../../sim/world/world.ts';
import { MemoryStore } from '../../src/stores/memory-store.ts';

export interface PlannedRun {
  readonly name: string;
  readonly plan: Plan;
  readonly seed: number;
}

/** What a driver is made of, besides its own way of picking the next step. */
export type DriverParts = Pick<Scheduling, 'choices' | 'trace' | 'gates'>;

export const partsOf = ({ plan, seed }: PlannedRun): DriverParts => ({
  choices: new ChoiceLog(new RandomStrategy(seed)),
  trace: new Trace(false),
  gates: new Gates(plan.holds),
});

const lobby = lobbySystem(
  ({ storeNow, settings, targets }) =>
    new MemoryStore(storeNow, { heartbeatTimeoutMs: settings.heartbeatTimeoutMs, targets }),
);

export function worldOn(
  kernel: Scheduling,
  plan: Plan,
  invariants: readonly Invariant[],
): World {
  const goals = new GoalCounter();
  return new World({
    kernel,
    plan,
    system: lobby,
    invariants,
    makeClient: realClient,
    witness: {
      committed: (commit, atMs) => goals.committed(commit, atMs),
      settled: (_member, settled) => goals.settled(settled),
      viewed: () => {},
    },
  });
}

/** A driver under which invariants fail, or a run never converges, measures something else. */
export function demandThatItHeld(name: string, world: World): void {
  const wrong = world.monitor.violation ?? world.unsettled[0];
  if (wrong !== undefined && wrong !== null) {
    throw new Error(`${name}: ${wrong.invariant.id} ${wrong.message}`);
  }
}
