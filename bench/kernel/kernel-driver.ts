/** Driven by this project's kernel, all runs in one turn of the event loop. */
import { Kernel } from '../../sim/kernel/kernel.ts';
import { inOwnTurn, stepSynchronously } from '../../sim/kernel/stepping.ts';
import type { Begun, Workload } from './workload.ts';

const MAX_STEPS = 2_000_000;

/** The number of steps of all runs. */
export function stepsUnderKernel(workloads: readonly Workload[]): Promise<number> {
  return inOwnTurn((drain) => {
    if (drain === null) throw new Error('the fast way of stepping does not work on this Node.js');
    return workloads.reduce((steps, workload) => steps + stepsOf(workload, drain), 0);
  });
}

function stepsOf(workload: Workload, drain: () => void): number {
  const fail = (error: unknown): never => {
    throw error;
  };
  let begun: Begun | null = null;
  const kernel = new Kernel({
    ...workload.parts(),
    maxSteps: MAX_STEPS,
    afterStep: ({ lane }) => begun?.stepped(lane),
    threw: fail,
    spins: fail,
  });
  begun = workload.begin(kernel);
  stepSynchronously(kernel, drain);
  begun.ended();
  return kernel.trace.length;
}
