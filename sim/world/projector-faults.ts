/**
 * What happens to a projector (P27): it lags, or its projection is thrown away and built again. Both act on the worker
 * that brings a projection up to its log, in the moment in which there is something to project.
 */
import type { Poll } from '../system-under-test.ts';
import type { Scheduling } from '../kernel/scheduling.ts';
import type { RunFaults } from './run-faults.ts';

/** Bounds of how long a projector that lags leaves its log alone, in ms. */
const LAG_MS = [50, 4_000] as const;

export class ProjectorFaults {
  readonly #kernel: Scheduling;
  readonly #faults: RunFaults;
  /** Throws the projection away and builds it again; false: there was none yet. */
  readonly #rebuild: () => boolean;

  constructor(kernel: Scheduling, faults: RunFaults, rebuild: () => boolean) {
    this.#kernel = kernel;
    this.#faults = faults;
    this.#rebuild = rebuild;
  }

  /** A worker's wait under these faults; all but the projector's are left as they are. */
  over<T>(poll: Poll<T>): Poll<T> {
    return poll.operation === 'project' ? this.#overProjector(poll) : poll;
  }

  #overProjector<T>(poll: Poll<T>): Poll<T> {
    /** Null: nothing was found to project since it last did. */
    let untilMs: number | null = null;
    const leftMs = (): number =>
      untilMs !== null && this.#faults.on ? Math.max(0, untilMs - this.#kernel.nowMs) : 0;
    return {
      ...poll,
      ready: () => leftMs() === 0 && poll.ready(),
      againMs: () => leftMs() || poll.againMs(),
      take: () => {
        if (!poll.ready()) return poll.take();
        untilMs ??= this.#kernel.nowMs + this.#lagMs();
        if (leftMs() > 0) return null;
        untilMs = null;
        this.#rebuildPerhaps();
        return poll.take();
      },
    };
  }

  #lagMs(): number {
    if (!this.#faults.happens('projector-lag')) return 0;
    this.#faults.count('projector-lag');
    const lagMs = this.#kernel.choices.between('latency', ...LAG_MS);
    this.#kernel.trace.detail(() => `lags for ${lagMs} ms`);
    return lagMs;
  }

  #rebuildPerhaps(): void {
    if (!this.#faults.happens('projection-rebuild') || !this.#rebuild()) return;
    this.#faults.count('projection-rebuild');
    this.#kernel.trace.detail(() => 'the projection was thrown away and built again');
  }
}
