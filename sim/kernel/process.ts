/**
 * A simulated process: everything that dies together. A crash ends this object; the restarted process is a new one in
 * the same lane. Its pending steps are then dropped, and promises that it awaited never settle, so that not even a
 * `finally` runs: what a crash is.
 */
import { ProcessClock, type Timers } from './process-clock.ts';
import type { Step, StepHost } from './step.ts';

export class SimProcess implements StepHost {
  readonly lane: string;
  readonly clock: ProcessClock;
  alive = true;
  paused = false;
  readonly deferred: Step[] = [];

  constructor(lane: string, timers: Timers, startMs: number) {
    this.lane = lane;
    this.clock = new ProcessClock(timers, startMs);
  }
}
