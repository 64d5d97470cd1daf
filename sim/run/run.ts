/** One run: a plan and a producer of choices in, a result out (H1). */
import type { SystemUnderTest } from '../system-under-test.ts';
import { GoalCounter } from '../goals/goal-counter.ts';
import type { Invariant } from '../invariants/invariant.ts';
import { installAmbient } from '../kernel/ambient.ts';
import { ChoiceLog, type Strategy } from '../kernel/choices.ts';
import { Digest } from '../kernel/digest.ts';
import { Gates } from '../kernel/gates.ts';
import { Kernel } from '../kernel/kernel.ts';
import { LeakError } from '../kernel/leak-error.ts';
import { Trace } from '../kernel/trace.ts';
import { onUnhandled } from '../kernel/unhandled.ts';
import type { Plan } from '../plan/plan.ts';
import { type Expected, ExpectationWitness } from './expectation.ts';
import { type Measures, Measuring } from './measures.ts';
import { noteEvent } from '../trace/event-words.ts';
import type { ClientSeam } from '../world/page.ts';
import { World, type Witness } from '../world/world.ts';
import {
  harnessError,
  isHarnessError,
  type RunFailure,
  systemSpins,
  systemThrew,
} from './run-failure.ts';

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
  readonly measures: Measures;
  readonly choices: readonly number[];
  readonly trace: Trace;
  /** Node did something asynchronously during the run; whether that was real work, only another run can tell (H5). */
  readonly didRealWork: boolean;
}

export class Run {
  readonly kernel: Kernel;
  readonly #world: World;
  readonly #goals = new GoalCounter();
  readonly #measuring = new Measuring();
  readonly #commits = new Digest();
  readonly #expectation: ExpectationWitness | null;
  readonly #undo: (() => void)[] = [];
  readonly #ambient: boolean;
  #failure: RunFailure | null = null;
  /** The run is void: what it says means nothing. */
  #broken: Error | null = null;
  didRealWork = false;

  constructor(input: RunInput) {
    const { plan, system } = input;
    this.#ambient = system.ambient === true;
    this.kernel = new Kernel({
      choices: new ChoiceLog(input.strategy),
      trace: new Trace(input.recording),
      gates: new Gates(plan.holds),
      maxSteps: MAX_STEPS,
      afterStep: (step) => this.#stepped(step.lane),
      threw: (error, where) => {
        if (where === 'harness') this.#broke(error);
        else this.#threw(error);
      },
      spins: (message) => {
        this.#failure ??= systemSpins(message, this.kernel);
      },
    });
    this.#expectation = input.expected === null ? null : new ExpectationWitness(input.expected);
    this.#world = new World({
      kernel: this.kernel,
      plan,
      system,
      invariants: [...input.invariants, this.#measuring.watching],
      makeClient: input.makeClient,
      witness: this.#witness(),
    });
  }

  /** Lays out what is to happen, in an environment that `close` takes away again. */
  begin(): void {
    if (this.#ambient) this.#undo.push(installAmbient(this.kernel));
    this.#undo.push(onUnhandled((error) => this.#threw(error)));
    this.#world.begin();
  }

  #witness(): Witness {
    const goals = this.#goals;
    const expectation = this.#expectation;
    return {
      committed: (commit) => {
        for (const event of commit.events) noteEvent(this.#commits, event);
        goals.committed(commit);
        expectation?.committed(commit);
      },
      settled: (member, settled) => {
        goals.settled(settled);
        expectation?.settled(member, settled);
      },
      halted: () => goals.reach('room halted at a target'),
      dropped: () => goals.reach('halted record dropped'),
      read: (answer) => goals.read(answer),
      viewed: ({ member, reported, client }, bySnapshot) =>
        expectation?.viewed(member, reported, client.view, bySnapshot),
    };
  }

  #stepped(lane: string): void {
    this.#world.stepped(lane);
    const { broken } = this.kernel.choices;
    if (broken !== null) this.#broke(broken);
  }

  /** What the code under test did that nothing of it may do; null: nothing. */
  get failure(): RunFailure | null {
    return this.#failure;
  }

  #threw(error: unknown): void {
    if (isHarnessError(error)) return this.#broke(error);
    this.#failure ??= systemThrew(error, this.kernel);
    this.kernel.stop();
  }

  #broke(error: unknown): void {
    this.#broken ??= harnessError(error);
    this.kernel.stop();
  }

  /** Only what was begun in a step is of the run's making. */
  beganRealWork(what: string): void {
    const step = this.kernel.openStep;
    if (step === null) return;
    this.#threw(new LeakError(`${step.lane}: "${step.operation}" began real work (${what})`));
  }

  result(): RunResult {
    const { kernel } = this;
    if (this.#broken !== null) throw this.#broken;
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
      measures: this.#measuring.measures,
      choices: kernel.choices.taken(),
      trace: kernel.trace,
      didRealWork: this.didRealWork,
    };
  }

  close(): void {
    this.kernel.close();
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
