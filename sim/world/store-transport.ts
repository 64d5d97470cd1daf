/** The way to the shared store and back: latency, errors before, lost answers, slowness, and waiting (harness §2). */
import type { Poll } from '../api.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { SimProcess } from '../kernel/process.ts';
import type { Step } from '../kernel/step.ts';
import type { LatencyProfile } from '../plan/plan.ts';
import type { RunFaults } from './run-faults.ts';

/** How long a call is in doubt before its process gives up, in ms. */
const TIMEOUT_MS = 2_000;
const SLOW_MS = 1_500;

interface Waiter {
  readonly process: SimProcess;
  readonly storeChanged: () => void;
}

export class StoreTransport {
  readonly #kernel: Kernel;
  readonly #faults: RunFaults;
  readonly #latency: LatencyProfile['storeMs'];
  readonly #waiters = new Set<Waiter>();

  constructor(kernel: Kernel, faults: RunFaults, latency: LatencyProfile['storeMs']) {
    this.#kernel = kernel;
    this.#faults = faults;
    this.#latency = latency;
  }

  call<T>(
    process: SimProcess,
    operation: string,
    run: () => T,
    unavailable: () => Error,
  ): Promise<T> {
    const kernel = this.#kernel;
    return kernel.promise<T>(process, (resolve, reject) => {
      if (this.#faults.happens('store-error')) {
        kernel.after(this.#delay(), process.lane, operation, process, () => {
          this.#faults.count('store-error');
          kernel.trace.detail(() => 'store error: nothing was done');
          reject(unavailable());
        });
        return;
      }
      kernel.after(this.#delay(), process.lane, operation, null, () => {
        const result = run();
        this.#tellWaiters();
        this.#answer(process, operation, result, resolve, () => reject(unavailable()));
      });
    });
  }

  /** The answer's way back; if it is lost, the process learns of it by its own time-out. */
  #answer<T>(
    process: SimProcess,
    operation: string,
    result: T,
    resolve: (value: T) => void,
    lost: () => void,
  ): void {
    const kernel = this.#kernel;
    if (this.#faults.happens('store-answer-lost')) {
      this.#faults.count('store-answer-lost');
      kernel.trace.detail(() => 'done, but the answer is lost');
      kernel.after(TIMEOUT_MS, process.lane, `${operation} timed out`, process, lost);
      return;
    }
    kernel.after(this.#delay(), process.lane, `${operation} answered`, process, () =>
      resolve(result),
    );
  }

  poll<T>(process: SimProcess, poll: Poll<T>): Promise<T> {
    const kernel = this.#kernel;
    return kernel.promise<T>(process, (resolve, reject) => {
      const deadline = kernel.nowMs + poll.waitMs;
      if (this.#faults.happens('store-error')) {
        kernel.after(this.#delay(), process.lane, poll.operation, process, () => {
          this.#faults.count('store-error');
          reject(poll.unavailable());
        });
        return;
      }
      const attempt = (): void => {
        if (!process.alive) return;
        const taken = poll.take();
        if (taken !== null || kernel.nowMs >= deadline) {
          this.#answer(process, poll.operation, taken ?? poll.nothing(), resolve, () =>
            reject(poll.unavailable()),
          );
          return;
        }
        this.#wait(process, poll, deadline, attempt);
      };
      kernel.after(this.#delay(), process.lane, poll.operation, null, attempt);
    });
  }

  /** Tries again when the store has changed in a way that makes it worth it, or when the time has come. */
  #wait<T>(process: SimProcess, poll: Poll<T>, deadline: number, attempt: () => void): void {
    const kernel = this.#kernel;
    const { operation } = poll;
    const arm = (): Step => {
      const againMs = poll.againMs() ?? poll.waitMs;
      const time = Math.min(deadline, kernel.nowMs + Math.max(1, againMs));
      return kernel.at(time, process.lane, operation, null, () => {
        this.#waiters.delete(waiter);
        attempt();
      });
    };
    let timer = arm();
    const waiter: Waiter = {
      process,
      storeChanged: () => {
        timer.cancelled = true;
        if (poll.ready()) {
          this.#waiters.delete(waiter);
          kernel.after(this.#delay(), process.lane, operation, null, attempt);
        } else {
          timer = arm();
        }
      },
    };
    this.#waiters.add(waiter);
  }

  /** What has just been done to the store may be what somebody waits for. */
  #tellWaiters(): void {
    for (const waiter of [...this.#waiters]) {
      if (waiter.process.alive) waiter.storeChanged();
      else this.#waiters.delete(waiter);
    }
  }

  #delay(): number {
    const [min, max] = this.#latency;
    const base = this.#kernel.choices.between('latency', min, max);
    if (!this.#faults.happens('store-slow')) return base;
    this.#faults.count('store-slow');
    return base + 1 + this.#kernel.choices.choose('latency', SLOW_MS);
  }
}
