/**
 * A process's own clock (H3): fake `Date` and timers on top of virtual time, with an offset and a drift. Each timer is
 * an event of the kernel; the fake clock only keeps order and semantics. An offset moves `Date`; a drift also
 * stretches timers.
 */
import { createClock } from '@sinonjs/fake-timers';

/** What the clock needs of the kernel. */
export interface Timers {
  /** Virtual time in whole ms. */
  now(): number;
  /** Asks for `run` at a virtual time; what is returned cancels it. */
  at(timeMs: number, run: () => void): () => void;
}

/** The wall clock of every process at virtual time 0, in ms since 1970: 2026-01-01. */
export const EPOCH_MS = 1_767_225_600_000;

/** A loop that sets timers for ever would never end a step. */
const LOOP_LIMIT = 100_000;

export class ProcessClock {
  readonly #timers: Timers;
  readonly #startMs: number;
  readonly #cancels = new Map<number, () => void>();
  #fake: ReturnType<typeof createClock> | null = null;
  #driftPerMille = 0;
  #offsetMs = 0;

  constructor(timers: Timers, startMs: number) {
    this.#timers = timers;
    this.#startMs = startMs;
  }

  /** The fake clock, set to this instant; made on first use, since most processes of a run only ever wait. */
  get #clock(): ReturnType<typeof createClock> {
    if (this.#fake === null) {
      this.#fake = createClock(0, LOOP_LIMIT);
      this.#fake.setSystemTime(EPOCH_MS + this.#startMs + this.#offsetMs);
    }
    this.#fake.now = this.#elapsed();
    return this.#fake;
  }

  /** Own monotonic time in whole ms since the process started. */
  #elapsed(): number {
    const real = this.#timers.now() - this.#startMs;
    return real + Math.floor((real * this.#driftPerMille) / 1000);
  }

  /** A step of the wall clock; timers do not notice. */
  step(offsetMs: number): void {
    this.#offsetMs += offsetMs;
    if (this.#fake !== null) this.#clock.setSystemTime(this.Date.now() + offsetMs);
  }

  /** From now on this clock gains so many ms each second (loses, when negative). */
  drift(perMille: number): void {
    this.#driftPerMille = perMille;
  }

  get Date(): typeof Date {
    return this.#clock.Date;
  }

  setTimeout(callback: () => void, ms: number): number {
    const fake = this.#clock;
    const id = Number(
      fake.setTimeout(() => {
        fake.now = this.#elapsed();
        callback();
      }, ms),
    );
    const delay = Math.max(1, Math.trunc(ms));
    const real = Math.ceil((delay * 1000) / (1000 + this.#driftPerMille));
    const cancel = this.#timers.at(this.#timers.now() + real, () => {
      this.#cancels.delete(id);
      fake.next();
    });
    this.#cancels.set(id, cancel);
    return id;
  }

  clearTimeout(id: number): void {
    this.#cancels.get(id)?.();
    this.#cancels.delete(id);
    this.#fake?.clearTimeout(id);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.setTimeout(resolve, ms);
    });
  }
}
