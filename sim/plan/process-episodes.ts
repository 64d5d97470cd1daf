/** Random crashes, pauses and clock steps of processes: each ends again before the run does (H6). */
import type { Settings } from '../../src/core/settings.ts';
import { chosen, type Episode } from './episode.ts';
import type { ScheduledFault } from './fault-kinds.ts';
import type { Span } from './member-episodes.ts';
import type { PlannedStep, Topology } from './plan.ts';

export type ProcessFault = Extract<
  ScheduledFault,
  'server-crash' | 'server-pause' | 'worker-crash' | 'worker-pause' | 'clock-offset'
>;
type ProcessEpisode = Episode & { readonly does: ProcessFault };

/** How far a clock steps, in ms: minutes, ahead and back (P2). */
const OFFSETS = [180_000, -180_000, 60_000, -60_000, 1_000, -1_000, 600_000, -600_000] as const;

export class ProcessEpisodes {
  readonly steps: PlannedStep[] = [];
  readonly #lengths: readonly [number, ...number[]];
  readonly #topology: Topology;
  readonly #span: Span;
  readonly #busyUntilMs = new Map<string, number>();

  constructor(
    settings: Settings,
    topology: Topology,
    scripted: readonly PlannedStep[],
    span: Span,
  ) {
    this.#topology = topology;
    this.#span = span;
    this.#lengths = lengthsMs(settings);
    for (const step of scripted) {
      if (step.who === 'process') this.#busyUntilMs.set(step.process, Infinity);
    }
  }

  /** A process that the script makes crash or pause is left to the script. */
  tell({ does, who, at, length, detail }: ProcessEpisode): void {
    const process = this.#process(does, who);
    const atMs = this.#span.fromMs + at;
    if (atMs < (this.#busyUntilMs.get(process) ?? 0) || atMs >= this.#span.untilMs) return;
    if (does === 'clock-offset') {
      const offsetMs = chosen(OFFSETS, detail);
      this.steps.push({ atMs, who: 'process', process, does: 'clock', offsetMs });
      return;
    }
    const untilMs = Math.min(atMs + chosen(this.#lengths, length), this.#span.untilMs);
    const crash = does === 'server-crash' || does === 'worker-crash';
    this.steps.push(
      { atMs, who: 'process', process, does: crash ? 'crash' : 'pause' },
      { atMs: untilMs, who: 'process', process, does: crash ? 'restart' : 'unpause' },
    );
    this.#busyUntilMs.set(process, untilMs + 1);
  }

  #process(does: ProcessFault, who: number): string {
    const { servers, workers } = this.#topology;
    const ofWorker = does.startsWith('worker') || (does === 'clock-offset' && who % 2 === 1);
    const place = Math.floor(who / 2);
    return ofWorker ? `worker-${1 + (place % workers)}` : `server-${1 + (place % servers)}`;
  }
}

/** Short ones, and ones that end just before, at and after a deadline. */
function lengthsMs({
  heartbeatMs,
  heartbeatTimeoutMs,
  leaseMs,
  claimMs,
}: Settings): readonly [number, ...number[]] {
  return [
    1,
    10,
    100,
    heartbeatMs,
    300,
    heartbeatTimeoutMs - 1,
    heartbeatTimeoutMs,
    heartbeatTimeoutMs + 1,
    heartbeatTimeoutMs + heartbeatMs,
    leaseMs - 1,
    leaseMs,
    leaseMs + 1,
    leaseMs + heartbeatTimeoutMs,
    claimMs + 1,
  ];
}
