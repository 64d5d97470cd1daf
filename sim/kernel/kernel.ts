/**
 * The kernel: virtual time, what waits to happen, and which of it happens next (H1, H3, H5). Between two steps nothing
 * of the code under test is runnable, so a run is a sequence of steps and nothing else.
 */
import type { ChoiceLog } from './choices.ts';
import { EventQueue } from './event-queue.ts';
import type { Gates } from './gates.ts';
import { LeakError } from './leak-error.ts';
import { SimProcess } from './process.ts';
import type { Scheduling } from './scheduling.ts';
import type { Step, StepHost } from './step.ts';
import type { Stepped } from './stepping.ts';
import type { EventIndex, Trace } from './trace.ts';

export interface KernelOptions {
  readonly choices: ChoiceLog;
  readonly trace: Trace;
  readonly gates: Gates;
  /** A bound on the run: more steps mean that something spins. */
  readonly maxSteps: number;
  /** Called after each step, when nothing is runnable. */
  readonly afterStep: (step: Step) => void;
  /** Called when something throws: in code under test, or in the harness, which then is broken. Must not throw. */
  readonly threw: (error: unknown, where: 'system' | 'harness') => void;
  /** Called when there are more steps than may be; the run is over. */
  readonly spins: (message: string) => void;
}

const FOREVER: Promise<never> = new Promise(() => {});

export class Kernel implements Scheduling, Stepped {
  readonly choices: ChoiceLog;
  readonly trace: Trace;
  readonly gates: Gates;
  readonly #options: KernelOptions;
  readonly #queue = new EventQueue<Step>();
  /** What can happen now, in the order in which it became so. */
  readonly #ready: Step[] = [];
  #nowMs = 0;
  #open = false;
  #stopped = false;
  #closed = false;
  #current: Step | null = null;
  #process: StepHost | null = null;
  #index: EventIndex = -1;

  constructor(options: KernelOptions) {
    this.#options = options;
    this.choices = options.choices;
    this.trace = options.trace;
    this.gates = options.gates;
  }

  /** Virtual time in whole ms since the start of the run. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** The event that is happening, or happened last; -1 before the first. */
  get eventIndex(): EventIndex {
    return this.#index;
  }

  /** The process whose code is running; null in the world, and between steps. */
  get currentProcess(): StepHost | null {
    return this.#open ? this.#process : null;
  }

  /** The step whose code is running; null between steps. */
  get openStep(): Step | null {
    return this.#open ? this.#current : null;
  }

  /** What follows in a step of the world is code of this process: its ambient clock, its error if it throws. */
  enter(process: StepHost): void {
    this.#process = process;
  }

  /** Calls the harness from code under test: an error is then none of the latter, even if it is caught there. */
  guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.#options.threw(error, 'harness');
      throw error;
    }
  }

  /** Nothing more happens after the current step. */
  stop(): void {
    this.#stopped = true;
  }

  /** The run is over: what code under test still asks for, from wherever it went, never happens. */
  close(): void {
    this.#stopped = true;
    this.#closed = true;
    this.#open = false;
  }

  /** A new process in a lane. */
  process(lane: string): SimProcess {
    const process: SimProcess = new SimProcess(
      lane,
      { now: () => this.#nowMs, at: (timeMs, run) => this.#timer(process, timeMs, run) },
      this.#nowMs,
    );
    return process;
  }

  #timer(process: SimProcess, timeMs: number, run: () => void): () => void {
    const step = this.at(timeMs, process.lane, 'timer', process, run);
    return () => {
      step.cancelled = true;
    };
  }

  /** Asks for something to happen `delayMs` from now. */
  after(
    delayMs: number,
    lane: string,
    operation: string,
    process: StepHost | null,
    run: () => void,
  ): Step {
    return this.at(this.#nowMs + delayMs, lane, operation, process, run);
  }

  at(
    timeMs: number,
    lane: string,
    operation: string,
    process: StepHost | null,
    run: () => void,
  ): Step {
    const step = { lane, operation, process, run, cause: this.#index, cancelled: false };
    if (this.#closed) return step;
    if (!this.#open && this.#index >= 0) this.#leaked(lane, operation);
    if (Number.isNaN(timeMs)) throw new RangeError(`${lane}: "${operation}" at no time`);
    if (timeMs <= this.#nowMs) this.#ready.push(step);
    else this.#queue.push(timeMs, step);
    return step;
  }

  /** Told as well as thrown, since code under test may catch what it is thrown. */
  #leaked(lane: string, operation: string): never {
    const error = new LeakError(`${lane}: "${operation}" was called outside a step`);
    this.#options.threw(error, 'system');
    throw error;
  }

  /** A promise that settles only by a later step: what a port call of a process returns. */
  promise<T>(
    process: SimProcess,
    start: (resolve: (value: T) => void, reject: (error: Error) => void) => void,
  ): Promise<T> {
    return process.alive ? new Promise(start) : FOREVER;
  }

  /** What waited for a paused process, or for a gate, can happen again. */
  release(steps: readonly Step[]): void {
    this.#ready.push(...steps);
  }

  begin(): boolean {
    const step = this.#next();
    if (step === null) return false;
    if (this.trace.length >= this.#options.maxSteps) {
      this.#options.spins(
        `the run did not end within ${this.#options.maxSteps} steps; at ${this.#nowMs} ms ${step.lane} is about to ${step.operation}`,
      );
      return false;
    }
    this.#current = step;
    this.#process = step.process;
    this.#index = this.trace.begin(this.#nowMs, step.lane, step.operation, step.cause);
    this.#open = true;
    try {
      step.run();
    } catch (error) {
      this.#options.threw(error, this.#process === null ? 'harness' : 'system');
    }
    return true;
  }

  finish(): void {
    const step = this.#current;
    if (step === null) return;
    const opened = this.gates.opened(step, this.#nowMs);
    if (opened.length > 0) this.release(opened);
    this.#options.afterStep(step);
    this.#open = false;
  }

  /** The next step that can happen, moving virtual time forward when nothing can happen now. */
  #next(): Step | null {
    while (!this.#stopped) {
      if (this.#ready.length === 0 && !this.#advance()) return null;
      const step = this.#take();
      if (step !== null) return step;
    }
    return null;
  }

  #advance(): boolean {
    const time = this.#queue.nextTime;
    if (time === Number.POSITIVE_INFINITY) return false;
    this.#nowMs = time;
    while (this.#queue.nextTime === time) {
      const step = this.#queue.pop();
      if (step !== undefined) this.#ready.push(step);
    }
    return true;
  }

  /** Takes one of the ready steps; null if the one that was taken cannot happen now. */
  #take(): Step | null {
    const ready = this.#ready;
    this.#dropDead();
    if (ready.length === 0) return null;
    const at = this.choices.choose('order', ready.length);
    const step = ready[at];
    const last = ready.pop();
    if (step === undefined || last === undefined) return null;
    if (at < ready.length) ready[at] = last;
    if (step.process?.paused === true) {
      step.process.deferred.push(step);
      return null;
    }
    return this.gates.holds(step, this.#nowMs) ? null : step;
  }

  /** Steps of dead processes and cancelled timers are no choices. */
  #dropDead(): void {
    const ready = this.#ready;
    let kept = 0;
    for (const step of ready) {
      if (!step.cancelled && step.process?.alive !== false) ready[kept++] = step;
    }
    if (kept < ready.length) ready.length = kept;
  }
}
