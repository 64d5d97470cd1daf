/** The lobby driven by this project's kernel, all runs in one turn of the event loop. */
import type { Invariant } from '../../sim/invariants/invariant.ts';
import { Kernel } from '../../sim/kernel/kernel.ts';
import { inOwnTurn, stepSynchronously } from '../../sim/kernel/stepping.ts';
import type { World } from '../../sim/world/world.ts';
import { demandThatItHeld, partsOf, type PlannedRun, worldOn } from './lobby-run.ts';

const MAX_STEPS = 2_000_000;

/** The number of steps of all runs. */
export function stepsUnderKernel(
  runs: readonly PlannedRun[],
  invariants: readonly Invariant[],
): Promise<number> {
  return inOwnTurn((drain) => {
    if (drain === null) throw new Error('the fast way of stepping does not work on this Node.js');
    return runs.reduce((steps, run) => steps + stepsOf(run, invariants, drain), 0);
  });
}

function stepsOf(run: PlannedRun, invariants: readonly Invariant[], drain: () => void): number {
  const fail = (error: unknown): never => {
    throw error;
  };
  let world: World | null = null;
  const kernel = new Kernel({
    ...partsOf(run),
    maxSteps: MAX_STEPS,
    afterStep: (step) => world?.stepped(step.lane),
    threw: fail,
    spins: fail,
  });
  world = worldOn(kernel, run.plan, invariants);
  world.begin();
  stepSynchronously(kernel, drain);
  demandThatItHeld(run.name, world);
  return kernel.trace.length;
}
