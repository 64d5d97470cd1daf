/** One run: a plan and a producer of choices in, a result out (H1). */
import type { SystemUnderTest } from '../api.ts';
import { GoalCounter } from '../goals/goal-counter.ts';
import type { Invariant } from '../invariants/invariant.ts';
import { installAmbient } from '../kernel/ambient.ts';
import { ChoiceLog, type Strategy } from '../kernel/choices.ts';
import { Digest } from '../kernel/digest.ts';
import { Gates } from '../kernel/gates.ts';
import { Kernel } from '../kernel/kernel.ts';
import { stepAll, type Stepping, stepSynchronously } from '../kernel/stepping.ts';
import { Trace } from '../kernel/trace.ts';
import { onUnhandled } from '../kernel/unhandled.ts';
import type { Plan } from '../plan/plan.ts';
import { type Expected, ExpectationWitness } from './expectation.ts';
import { noteEvent } from '../trace/event-words.ts';
import type { ClientSeam } from '../world/page.ts';
import { World, type Witness } from '../world/world.ts';
import { type RunFailure, systemThrew } from './run-failure.ts';

/** More steps than any run needs; reaching it means that something spins. */
const MAX_STEPS = 2_000_000;

export interface RunInput {
  readonly plan: Plan;
  readonly strategy: Strategy;
  readonly system: SystemUnderTest;
  readonly makeClient: ClientSeam;
  readonly invariants: readonly Invariant[];
  readonly expected: Expected | null;
  /** Keeps what people need to read the trace; costs several times the run. */
  readonly recording: boolean;
}

export interface RunResult {
  /** Null: everything held, and the run converged. */
  readonly failure: RunFailure | null;
  /** Of the whole trace. */
  readonly digest: bigint;
  /** Of the committed events only: equal on every store and shape. */
  readonly commitsDigest: bigint;
  readonly steps: number;
  readonly virtualMs: number;
  readonly faults: ReadonlyMap<string, number>;
  readonly goals: ReadonlyMap<string, number>;
  readonly choices: readonly number[];
  readonly trace: Trace;
}

/** Runs in one turn of the event loop; `drain` empties the microtask queue (see `stepping.ts`). */
export function runSynchronously(input: RunInput, drain: () => void): RunResult {
  const run = new Run(input);
  try {
    stepSynchronously(run.kernel, drain);
    return run.result();
  } finally {
    run.close();
  }
}

export async function runStepping(input: RunInput, stepping: Stepping): Promise<RunResult> {
  const run = new Run(input);
  try {
    await stepAll(run.kernel, stepping);
    return run.result();
  } finally {
    run.close();
  }
}

class Run {
  readonly kernel: Kernel;
  readonly #world: World;
  readonly #goals = new GoalCounter();
  readonly #commits = new Digest();
  readonly #expectation: ExpectationWitness | null;
  readonly #undo: (() => void)[] = [];
  #failure: RunFailure | null = null;

  constructor(input: RunInput) {
    const { plan, system } = input;
    this.kernel = new Kernel({
      choices: new ChoiceLog(input.strategy),
      trace: new Trace(input.recording),
      gates: new Gates(plan.holds),
      maxSteps: MAX_STEPS,
      afterStep: (step) => this.#world.stepped(step.lane),
      threw: (error) => this.#threw(error),
    });
    this.#expectation = input.expected === null ? null : new ExpectationWitness(input.expected);
    this.#world = new World({
      kernel: this.kernel,
      plan,
      system,
      invariants: input.invariants,
      makeClient: input.makeClient,
      witness: this.#witness(),
    });
    if (system.ambient === true) this.#undo.push(installAmbient(this.kernel));
    this.#undo.push(onUnhandled((error) => this.#threw(error)));
    this.#world.begin();
  }

  #witness(): Witness {
    const goals = this.#goals;
    const expectation = this.#expectation;
    return {
      committed: (commit, atMs) => {
        for (const event of commit.events) noteEvent(this.#commits, event);
        goals.committed(commit, atMs);
        expectation?.committed(commit);
      },
      settled: (member, settled) => {
        goals.settled(settled);
        expectation?.settled(member, settled);
      },
      viewed: ({ member, reported, client }, bySnapshot) =>
        expectation?.viewed(member, reported, client.view, bySnapshot),
    };
  }

  #threw(error: unknown): void {
    this.#failure ??= systemThrew(error, this.kernel);
    this.kernel.stop();
  }

  result(): RunResult {
    const { kernel } = this;
    const world = this.#world;
    world.countClients(this.#goals);
    const failure =
      this.#failure ??
      violation(world, kernel) ??
      nonConvergence(world, kernel) ??
      this.#expectation?.failure(world.system, kernel) ??
      null;
    return {
      failure,
      digest: kernel.trace.digest.value(),
      commitsDigest: this.#commits.value(),
      steps: kernel.trace.length,
      virtualMs: kernel.nowMs,
      faults: world.faults.acted,
      goals: this.#goals.counts,
      choices: kernel.choices.taken(),
      trace: kernel.trace,
    };
  }

  close(): void {
    for (const undo of this.#undo.reverse()) undo();
    this.#world.system.close();
  }
}

function violation({ monitor }: World, kernel: Kernel): RunFailure | null {
  if (monitor.violation === null) return null;
  const { invariant, message } = monitor.violation;
  return failureOf('safety', invariant, message, kernel);
}

/** P25: the first of the reasons; the others usually follow from it. */
function nonConvergence({ unsettled }: World, kernel: Kernel): RunFailure | null {
  const [first] = unsettled;
  return first === undefined ? null : failureOf('liveness', first.invariant, first.message, kernel);
}

const failureOf = (
  kind: RunFailure['kind'],
  { id, rules }: Pick<Invariant, 'id' | 'rules'>,
  message: string,
  kernel: Kernel,
): RunFailure => ({
  kind,
  invariant: id,
  rules,
  message,
  step: kernel.eventIndex,
  virtualMs: kernel.nowMs,
});
