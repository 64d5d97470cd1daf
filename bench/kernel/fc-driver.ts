/**
 * Driven by fast-check's `scheduler()`: what one would write without this project's kernel. Whatever can happen now is a
 * scheduled task, and the scheduler picks. It has no notion of time, so what is due later waits in a queue of our own, and
 * virtual time moves when nothing is left to pick. Timers that are cancelled and steps of dead processes never become
 * tasks; what counts as a step, the trace hash and the checks after it are those of the kernel.
 *
 * Between two picks the code under test has to come to rest, or the next is picked while it is still runnable. There are
 * two ways. `waitIdle` is what fast-check offers (its older `waitOne` and `waitAll` do not wait for that, and are
 * deprecated): it lets 50 microtasks go by. The tuned way knows what the kernel's pump knows: after one turn of the event
 * loop nothing is runnable, however long the code's chains of promises are; that is certain, and takes less time.
 */
import fc from 'fast-check';
import type { ChoiceLog } from '../../sim/kernel/choices.ts';
import { EventQueue } from '../../sim/kernel/event-queue.ts';
import type { Gates } from '../../sim/kernel/gates.ts';
import { SimProcess } from '../../sim/kernel/process.ts';
import type { Scheduling } from '../../sim/kernel/scheduling.ts';
import type { Step, StepHost } from '../../sim/kernel/step.ts';
import type { EventIndex, Trace } from '../../sim/kernel/trace.ts';
import type { Begun, DriverParts, Workload } from './workload.ts';

export type Rest = 'wait-idle' | 'tuned';

/** The number of steps of all runs. */
export async function stepsUnderFastCheck(
  workloads: readonly Workload[],
  rest: Rest,
): Promise<number> {
  let steps = 0;
  let next = 0;
  const property = fc.asyncProperty(fc.scheduler(), async (scheduler) => {
    const workload = workloads[next++];
    if (workload !== undefined) steps += await stepsOf(workload, scheduler, rest);
  });
  const numRuns = workloads.length;
  const checked = await fc.check(property, { numRuns, seed: 1, endOnFailure: true });
  if (checked.failed) throw checked.errorInstance;
  return steps;
}

async function stepsOf(workload: Workload, scheduler: fc.Scheduler, rest: Rest): Promise<number> {
  let begun: Begun | null = null;
  const driver = new FcDriver(scheduler, workload.parts(), ({ lane }) => begun?.stepped(lane));
  begun = workload.begin(driver);
  await driver.runAll(rest);
  begun.ended();
  return driver.trace.length;
}

const DUE = Promise.resolve();
const FOREVER: Promise<never> = new Promise(() => {});

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

class FcDriver implements Scheduling {
  readonly choices: ChoiceLog;
  readonly trace: Trace;
  readonly gates: Gates;
  readonly #scheduler: fc.Scheduler;
  readonly #afterStep: (step: Step) => void;
  readonly #later = new EventQueue<Step>();
  #happened: Step | null = null;
  #stopped = false;
  nowMs = 0;
  eventIndex: EventIndex = -1;

  constructor(
    scheduler: fc.Scheduler,
    { choices, trace, gates }: DriverParts,
    afterStep: (step: Step) => void,
  ) {
    this.#scheduler = scheduler;
    this.choices = choices;
    this.trace = trace;
    this.gates = gates;
    this.#afterStep = afterStep;
  }

  async runAll(rest: Rest): Promise<void> {
    while (!this.#stopped && (this.#scheduler.count() > 0 || this.#advance())) {
      if (rest === 'wait-idle') {
        await this.#scheduler.waitIdle();
      } else {
        await this.#scheduler.waitOne();
        await turn();
      }
      this.#finish();
    }
  }

  #advance(): boolean {
    while (this.#scheduler.count() === 0) {
      const timeMs = this.#later.nextTime;
      if (timeMs === Number.POSITIVE_INFINITY) return false;
      this.nowMs = timeMs;
      while (this.#later.nextTime === timeMs) {
        const step = this.#later.pop();
        if (step !== undefined) this.#offer(step);
      }
    }
    return true;
  }

  #offer(step: Step): void {
    if (step.cancelled || step.process?.alive === false) return;
    void this.#scheduler.schedule(DUE, step.operation).then(() => this.#happen(step));
  }

  #happen(step: Step): void {
    this.#finish();
    if (this.#stopped || step.cancelled || step.process?.alive === false) return;
    if (step.process?.paused === true) step.process.deferred.push(step);
    else if (!this.gates.holds(step, this.nowMs)) {
      this.eventIndex = this.trace.begin(this.nowMs, step.lane, step.operation, step.cause);
      this.#happened = step;
      step.run();
    }
  }

  #finish(): void {
    const step = this.#happened;
    if (step === null) return;
    this.#happened = null;
    this.release(this.gates.opened(step, this.nowMs));
    this.#afterStep(step);
  }

  at(
    timeMs: number,
    lane: string,
    operation: string,
    process: StepHost | null,
    run: () => void,
  ): Step {
    const step = { lane, operation, process, run, cause: this.eventIndex, cancelled: false };
    if (timeMs <= this.nowMs) this.#offer(step);
    else this.#later.push(timeMs, step);
    return step;
  }

  after(
    delayMs: number,
    lane: string,
    operation: string,
    process: StepHost | null,
    run: () => void,
  ): Step {
    return this.at(this.nowMs + delayMs, lane, operation, process, run);
  }

  process(lane: string): SimProcess {
    const process: SimProcess = new SimProcess(
      lane,
      {
        now: () => this.nowMs,
        at: (timeMs, run) => {
          const step = this.at(timeMs, lane, 'timer', process, run);
          return () => {
            step.cancelled = true;
          };
        },
      },
      this.nowMs,
    );
    return process;
  }

  promise<T>(
    process: SimProcess,
    start: (resolve: (value: T) => void, reject: (error: Error) => void) => void,
  ): Promise<T> {
    return process.alive ? new Promise(start) : FOREVER;
  }

  release(steps: readonly Step[]): void {
    for (const step of steps) this.#offer(step);
  }

  enter(): void {
    // Nobody asks whose code is running.
  }

  guard<T>(work: () => T): T {
    return work();
  }

  stop(): void {
    this.#stopped = true;
  }
}
