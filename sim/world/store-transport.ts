/** The way to the shared store and back: latency, errors before, lost answers, slowness, and waiting (harness §2). */
import type { Poll } from '../system-under-test.ts';
import type { Scheduling } from '../kernel/scheduling.ts';
import type { SimProcess } from '../kernel/process.ts';
import type { Step } from '../kernel/step.ts';
import type { LatencyProfile } from '../plan/plan.ts';
import type { Cuts } from './cuts.ts';
import type { RunFaults } from './run-faults.ts';

/** How long a call is in doubt before its process gives up, in ms. */
const TIMEOUT_MS = 2_000;
const SLOW_MS = 1_500;

interface Waiter {
  readonly process: SimProcess;
  readonly storeChanged: () => void;
}

export class StoreTransport {
  readonly #kernel: Scheduling;
  readonly #faults: RunFaults;
  readonly #cuts: Cuts;
  /** Crashes the process, which is restarted. */
  readonly #crash: (process: SimProcess) => void;
  readonly #latency: LatencyProfile['storeMs'];
  readonly #waiters = new Set<Waiter>();
  /** Names of answers by operation, so that one text is one object. */
  readonly #answers = new Map<string, string>();
  /** While it is down every call is refused. */
  down = false;

  constructor(
    kernel: Scheduling,
    faults: RunFaults,
    cuts: Cuts,
    latency: LatencyProfile['storeMs'],
    crash: (process: SimProcess) => void,
  ) {
    this.#kernel = kernel;
    this.#faults = faults;
    this.#cuts = cuts;
    this.#crash = crash;
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
      if (this.#fails(process, operation, () => reject(unavailable()))) return;
      kernel.after(this.#delay(), process.lane, operation, null, () => {
        kernel.enter(process);
        if (this.#killed(process, operation, run)) return;
        if (this.#refuses()) {
          reject(unavailable());
          return;
        }
        const result = run();
        this.#tellWaiters();
        this.#answer(process, operation, result, resolve, () => reject(unavailable()));
      });
    });
  }

  /** Whether the call never reaches the store; its process then learns of it. */
  #fails(process: SimProcess, operation: string, fail: () => void): boolean {
    const kernel = this.#kernel;
    if (this.#cuts.blocks(process.lane, 'store')) {
      this.#faults.count('partition');
      kernel.after(TIMEOUT_MS, process.lane, `${operation} timed out`, process, fail);
      return true;
    }
    if (!this.#faults.happens('store-error')) return false;
    kernel.after(this.#delay(), process.lane, operation, process, () => {
      this.#faults.count('store-error');
      kernel.trace.detail(() => 'store error: nothing was done');
      fail();
    });
    return true;
  }

  #refuses(): boolean {
    if (!this.down) return false;
    this.#faults.count('store-outage');
    this.#kernel.trace.detail(() => 'the store is down: nothing was done');
    return true;
  }

  /** A worker that is killed while it compacts: before the store has done it, or after (P22). */
  #killed(process: SimProcess, operation: string, run: () => unknown): boolean {
    if (operation !== 'compact' || this.down || !process.alive) return false;
    if (!this.#faults.happens('compaction-killed')) return false;
    this.#faults.count('compaction-killed');
    if (this.#kernel.choices.choose('value', 2) === 0) run();
    this.#crash(process);
    return true;
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
    if (!process.alive) return;
    if (this.#answerLost(process)) {
      kernel.trace.detail(() => 'done, but the answer is lost');
      kernel.after(TIMEOUT_MS, process.lane, `${operation} timed out`, process, lost);
      return;
    }
    kernel.after(this.#delay(), process.lane, this.#answered(operation), process, () =>
      resolve(result),
    );
  }

  #answerLost(process: SimProcess): boolean {
    const kind = this.#cuts.blocks('store', process.lane) ? 'partition' : 'store-answer-lost';
    if (kind === 'store-answer-lost' && !this.#faults.happens(kind)) return false;
    this.#faults.count(kind);
    return true;
  }

  #answered(operation: string): string {
    const known = this.#answers.get(operation);
    if (known !== undefined) return known;
    const name = `${operation} answered`;
    this.#answers.set(operation, name);
    return name;
  }

  poll<T>(process: SimProcess, poll: Poll<T>): Promise<T> {
    const kernel = this.#kernel;
    return kernel.promise<T>(process, (resolve, reject) => {
      const deadline = kernel.nowMs + poll.waitMs;
      if (this.#fails(process, poll.operation, () => reject(poll.unavailable()))) return;
      const attempt = (): void => {
        if (!process.alive) return;
        kernel.enter(process);
        if (this.#refuses()) {
          reject(poll.unavailable());
          return;
        }
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
    const nextMs = (): number =>
      Math.min(deadline, kernel.nowMs + Math.max(1, poll.againMs() ?? poll.waitMs));
    const arm = (): Step =>
      kernel.at(armedMs, process.lane, operation, null, () => {
        this.#waiters.delete(waiter);
        attempt();
      });
    let armedMs = nextMs();
    let timer = arm();
    const waiter: Waiter = {
      process,
      storeChanged: () => {
        if (poll.ready()) {
          timer.cancelled = true;
          this.#waiters.delete(waiter);
          kernel.after(this.#delay(), process.lane, operation, null, attempt);
          return;
        }
        const sooner = nextMs();
        if (sooner >= armedMs) return;
        timer.cancelled = true;
        armedMs = sooner;
        timer = arm();
      },
    };
    this.#waiters.add(waiter);
  }

  /** What has just been done to the store may be what somebody waits for. */
  #tellWaiters(): void {
    for (const waiter of this.#waiters) {
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
