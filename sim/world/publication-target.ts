/** A publication target outside the lobby: keeps what it was given, and sometimes refuses or loses its publisher (P21). */
import type { Publication, PublishOutcome } from '../system-under-test.ts';
import type { Scheduling } from '../kernel/scheduling.ts';
import type { SimProcess } from '../kernel/process.ts';
import type { RunFaults } from './run-faults.ts';

export interface TargetObserver {
  published(target: string, publication: Publication, by: string): void;
  /** A publisher offers a record; `publisher` tells one process from another, also of the same lane. */
  offered(target: string, publication: Publication, publisher: object): void;
  /** It was told to come back no sooner than in so many ms. */
  throttled(target: string, publication: Publication, publisher: object, retryMs: number): void;
  /** It has not taken it; `forGood`: and never will. */
  failed(target: string, publication: Publication, forGood: boolean): void;
}

/** Bounds of what a target that has too much asks for, in ms. */
const RETRY_AFTER_MS = [400, 3_000] as const;

/** How late a second copy of a record may come, in ms. */
const COPY_LATE_MS = 3_000;

/** How long a restarted publisher is down, in ms. */
const RESTART_MS = 800;

export class PublicationTarget {
  readonly name: string;
  readonly #kernel: Scheduling;
  readonly #faults: RunFaults;
  readonly #observer: TargetObserver;
  /** Crashes the publishing process, and has it restarted after so many ms. */
  readonly #crash: (process: SimProcess, restartMs: number) => void;

  constructor(
    name: string,
    kernel: Scheduling,
    faults: RunFaults,
    observer: TargetObserver,
    crash: (process: SimProcess, restartMs: number) => void,
  ) {
    this.name = name;
    this.#kernel = kernel;
    this.#faults = faults;
    this.#observer = observer;
    this.#crash = crash;
  }

  #takes(publication: Publication, by: string): void {
    this.#kernel.guard(() => this.#observer.published(this.name, publication, by));
  }

  /** A second copy, which may come after what was published later (P21: any may come twice). */
  #copies(publication: Publication, by: string): void {
    this.#faults.count('publication-duplicate');
    const lateMs = this.#kernel.choices.between('latency', 0, COPY_LATE_MS);
    this.#kernel.after(lateMs, by, 'publish', null, () => {
      this.#kernel.trace.noteText(publication.idempotencyKey);
      this.#kernel.trace.detail(() => `${this.name} gets ${publication.idempotencyKey} once more`);
      this.#takes(publication, by);
    });
  }

  publish(process: SimProcess, publication: Publication): Promise<PublishOutcome> {
    const kernel = this.#kernel;
    kernel.guard(() => this.#observer.offered(this.name, publication, process));
    return kernel.promise(process, (resolve) => {
      kernel.after(
        kernel.choices.between('latency', 0, 3),
        process.lane,
        'publish',
        process,
        () => {
          if (this.#faults.happens('publication-failed')) {
            this.#faults.count('publication-failed');
            kernel.trace.detail(() => `${this.name} refuses ${publication.idempotencyKey}`);
            kernel.guard(() => this.#observer.failed(this.name, publication, false));
            resolve({ kind: 'failed', retryAfterMs: null });
            return;
          }
          if (this.#faults.happens('publication-rejected')) {
            this.#faults.count('publication-rejected');
            kernel.trace.detail(
              () => `${this.name} refuses ${publication.idempotencyKey} for good`,
            );
            kernel.guard(() => this.#observer.failed(this.name, publication, true));
            resolve({ kind: 'rejected' });
            return;
          }
          if (this.#faults.happens('publication-throttled')) {
            this.#faults.count('publication-throttled');
            const retryAfterMs = kernel.choices.between('latency', ...RETRY_AFTER_MS);
            kernel.trace.detail(() => `${this.name} asks for ${retryAfterMs} ms`);
            kernel.guard(() => {
              this.#observer.failed(this.name, publication, false);
              this.#observer.throttled(this.name, publication, process, retryAfterMs);
            });
            resolve({ kind: 'failed', retryAfterMs });
            return;
          }
          kernel.trace.noteText(publication.idempotencyKey);
          kernel.trace.detail(() => `${this.name} gets ${publication.idempotencyKey}`);
          this.#takes(publication, process.lane);
          if (this.#faults.happens('publication-duplicate'))
            this.#copies(publication, process.lane);
          if (this.#faults.happens('publisher-crash')) {
            this.#faults.count('publisher-crash');
            this.#crash(process, RESTART_MS);
            return;
          }
          if (this.#faults.happens('publication-answer-lost')) {
            this.#faults.count('publication-answer-lost');
            kernel.guard(() => this.#observer.failed(this.name, publication, false));
            resolve({ kind: 'failed', retryAfterMs: null });
            return;
          }
          resolve({ kind: 'delivered' });
        },
      );
    });
  }
}
