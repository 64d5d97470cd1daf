/**
 * A process's own clock (H3): `Date` and timers on top of virtual time, with an offset and a drift. An offset moves
 * `Date` and no timer; a drift stretches both. `Date` is that of a fake clock; each timer is an event of the kernel, and
 * those of one process fire in the order of their deadlines, then of their making, as those of Node do.
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

/** The longest delay of a timer, in ms; what is longer, or no number, counts as the shortest. */
const LONGEST_MS = 2 ** 31 - 1;

interface Timer {
  readonly callback: () => void;
  /** In own monotonic ms. */
  readonly dueMs: number;
  cancel: () => void;
}

export class ProcessClock {
  readonly #timers: Timers;
  readonly #startMs: number;
  /** What waits, in the order in which it was set. */
  readonly #pending = new Map<number, Timer>();
  #fake: ReturnType<typeof createClock> | null = null;
  #ids = 0;
  #offsetMs = 0;
  #driftPerMille = 0;
  /** Since when the drift is what it is, in virtual ms, and the own monotonic time of that moment. */
  #driftFromMs: number;
  #ownFromMs = 0;

  constructor(timers: Timers, startMs: number) {
    this.#timers = timers;
    this.#startMs = startMs;
    this.#driftFromMs = startMs;
  }

  /** Own monotonic time in whole ms since the process started. */
  #elapsed(): number {
    const real = this.#timers.now() - this.#driftFromMs;
    return this.#ownFromMs + real + Math.floor((real * this.#driftPerMille) / 1000);
  }

  /** A step of the wall clock; timers do not notice. */
  step(offsetMs: number): void {
    this.#offsetMs += offsetMs;
  }

  /** From now on this clock gains so many ms each second (loses, when negative); more than -1000. */
  drift(perMille: number): void {
    this.#ownFromMs = this.#elapsed();
    this.#driftFromMs = this.#timers.now();
    this.#driftPerMille = perMille;
    for (const timer of this.#pending.values()) {
      timer.cancel();
      this.#arm(timer);
    }
  }

  /** Made on first use, since most processes only ever wait. */
  get Date(): typeof Date {
    if (this.#fake === null) {
      this.#fake = createClock(0);
      const now = (): number => EPOCH_MS + this.#startMs + this.#offsetMs + this.#elapsed();
      Object.defineProperty(this.#fake, 'now', { get: now });
    }
    return this.#fake.Date;
  }

  setTimeout(callback: () => void, ms: number): number {
    const whole = Math.trunc(ms);
    const delay = whole >= 1 && whole <= LONGEST_MS ? whole : 1;
    const timer = { callback, dueMs: this.#elapsed() + delay, cancel: () => {} };
    this.#pending.set(++this.#ids, timer);
    this.#arm(timer);
    return this.#ids;
  }

  clearTimeout(id: number): void {
    this.#pending.get(id)?.cancel();
    this.#pending.delete(id);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.setTimeout(resolve, ms);
    });
  }

  #arm(timer: Timer): void {
    const own = Math.max(0, timer.dueMs - this.#elapsed());
    const real = Math.ceil((own * 1000) / (1000 + this.#driftPerMille));
    timer.cancel = this.#timers.at(this.#timers.now() + real, () => this.#fire(timer));
  }

  /** The kernel may pick any of the timers that are due; the earliest fires, and the picked one is due again. */
  #fire(picked: Timer): void {
    let id = 0;
    let first = picked;
    for (const [each, timer] of this.#pending) {
      const earlier = timer.dueMs < first.dueMs || (id === 0 && timer.dueMs === first.dueMs);
      if (earlier) [id, first] = [each, timer];
    }
    this.#pending.delete(id);
    if (first !== picked) {
      first.cancel();
      this.#arm(picked);
    }
    first.callback();
  }
}
