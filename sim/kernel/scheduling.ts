/**
 * What a simulated world needs of whatever drives it: virtual time, and a way to ask for something to happen. `Kernel` is
 * the driver of every run; the benchmark puts another one in its place.
 */
import type { ChoiceLog } from './choices.ts';
import type { Gates } from './gates.ts';
import type { SimProcess } from './process.ts';
import type { Step, StepHost } from './step.ts';
import type { EventIndex, Trace } from './trace.ts';

export interface Scheduling {
  readonly choices: ChoiceLog;
  readonly trace: Trace;
  readonly gates: Gates;
  /** Virtual time in whole ms since the start of the run. */
  readonly nowMs: number;
  /** The event that is happening, or happened last; -1 before the first. */
  readonly eventIndex: EventIndex;
  /** What follows in a step of the world is code of this process: its ambient clock, its error if it throws. */
  enter(process: StepHost): void;
  /** Calls the harness from code under test: an error is then none of the latter, even if it is caught there. */
  guard<T>(work: () => T): T;
  /** A new process in a lane. */
  process(lane: string): SimProcess;
  /** Asks for something to happen `delayMs` from now. */
  after(
    delayMs: number,
    lane: string,
    operation: string,
    process: StepHost | null,
    run: () => void,
  ): Step;
  /** Asks for something to happen at a virtual time, or now if that is past. */
  at(
    timeMs: number,
    lane: string,
    operation: string,
    process: StepHost | null,
    run: () => void,
  ): Step;
  /** A promise that settles only by a later step: what a port call of a process returns. */
  promise<T>(
    process: SimProcess,
    start: (resolve: (value: T) => void, reject: (error: Error) => void) => void,
  ): Promise<T>;
  /** What waited for a paused process, or for a gate, can happen again. */
  release(steps: readonly Step[]): void;
  /** Nothing more happens after the current step. */
  stop(): void;
}
