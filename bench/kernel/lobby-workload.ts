/** The built-in lobby under a plan: the world, trace hash and invariants of a run. */
import { GoalCounter } from '../../sim/goals/goal-counter.ts';
import type { Invariant } from '../../sim/invariants/invariant.ts';
import { ChoiceLog } from '../../sim/kernel/choices.ts';
import { Gates } from '../../sim/kernel/gates.ts';
import type { Scheduling } from '../../sim/kernel/scheduling.ts';
import { Trace } from '../../sim/kernel/trace.ts';
import { planOf } from '../../sim/plan/generate.ts';
import type { Plan } from '../../sim/plan/plan.ts';
import type { Scenario } from '../../sim/plan/scenario.ts';
import { RandomStrategy } from '../../sim/strategies/random.ts';
import { lobbySystem } from '../../sim/systems/lobby-system.ts';
import { realClient } from '../../sim/world/page.ts';
import { World } from '../../sim/world/world.ts';
import { inMemory } from '../measure/memory-lobby.ts';
import type { Begun, DriverParts, Workload } from './workload.ts';

export class LobbyWorkload implements Workload {
  readonly #name: string;
  readonly #seed: number;
  readonly #plan: Plan;
  readonly #invariants: readonly Invariant[];
  readonly #system: ReturnType<typeof lobbySystem>;

  constructor(scenario: Scenario, seed: number, invariants: readonly Invariant[]) {
    this.#name = `${scenario.name}:${seed}`;
    this.#seed = seed;
    this.#plan = planOf(scenario, seed);
    this.#invariants = invariants;
    this.#system = lobbySystem(inMemory);
  }

  parts(): DriverParts {
    return {
      choices: new ChoiceLog(new RandomStrategy(this.#seed)),
      trace: new Trace(false),
      gates: new Gates(this.#plan.holds),
    };
  }

  begin(driver: Scheduling): Begun {
    const goals = new GoalCounter();
    const world = new World({
      kernel: driver,
      plan: this.#plan,
      system: this.#system,
      invariants: this.#invariants,
      makeClient: realClient,
      witness: {
        committed: (commit) => goals.committed(commit),
        read: () => {},
        settled: (_member, settled) => goals.settled(settled),
        halted: () => {},
        dropped: () => {},
        viewed: () => {},
      },
    });
    world.begin();
    return { stepped: (lane) => world.stepped(lane), ended: () => this.#demandThatItHeld(world) };
  }

  /** A run in which an invariant fails, or that never converges, is another run. */
  #demandThatItHeld({ monitor, unsettled }: World): void {
    const wrong = monitor.violation ?? unsettled[0];
    if (wrong === undefined) return;
    throw new Error(`${this.#name}: ${wrong.invariant.id} ${wrong.message}`);
  }
}
