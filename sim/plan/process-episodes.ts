/** Random faults of processes, of the network between them and of the store: each ends again before the run does (H6). */
import type { Settings } from '../../src/core/settings.ts';
import { chosen, type Episode } from './episode.ts';
import type { ScheduledFault } from './fault-kinds.ts';
import type { Span } from './member-episodes.ts';
import type { PlannedStep, Topology } from './plan.ts';

export type ProcessFault = Extract<
  ScheduledFault,
  | 'server-crash'
  | 'server-pause'
  | 'worker-crash'
  | 'worker-pause'
  | 'clock-offset'
  | 'clock-drift'
  | 'partition'
  | 'store-outage'
  | 'reconnect-storm'
>;
type ProcessEpisode = Episode & { readonly does: ProcessFault };

/** How far a clock steps, in ms: minutes, ahead and back (P2). */
const OFFSETS = [180_000, -180_000, 60_000, -60_000, 1_000, -1_000, 600_000, -600_000] as const;

/** What a clock gains each second, in ms: far more than real clocks do (P2). */
const DRIFTS = [100, -100, 20, -20, 1, -1] as const;
/** When those whose transports broke all at once come back, in ms. */
const BACK = [1, 10, 100, 1_000] as const;

export class ProcessEpisodes {
  readonly steps: PlannedStep[] = [];
  readonly #lengths: readonly [number, ...number[]];
  readonly #topology: Topology;
  readonly #span: Span;
  #storeDownUntilMs = 0;
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

  tell(episode: ProcessEpisode): void {
    switch (episode.does) {
      case 'partition':
        this.#partition(episode);
        break;
      case 'store-outage':
        this.#storeOutage(episode);
        break;
      case 'reconnect-storm':
        this.#storm(episode);
        break;
      default:
        this.#disturb(episode);
    }
  }

  /** Both ways or one way: between a member and a server, or between a process and the store. */
  #partition({ who, at, length, detail }: ProcessEpisode): void {
    const atMs = this.#span.fromMs + at;
    const untilMs = this.#until(atMs, length);
    const [one, other] = this.#parties(who, Math.floor(detail / 3));
    const ways = [[one, other] as const, [other, one] as const];
    for (const [from, to] of ways.filter((_, i) => detail % 3 !== i)) {
      this.steps.push(
        { atMs, who: 'network', does: 'cut', from, to },
        { atMs: untilMs, who: 'network', does: 'mend', from, to },
      );
    }
  }

  #parties(who: number, draw: number): readonly [string, string] {
    const { members } = this.#topology;
    const process = this.#process(draw % 2 === 0 ? 'server-pause' : 'worker-pause', who);
    const member = members[draw % Math.max(1, members.length)];
    if (draw % 3 === 0 || member === undefined) return [process, 'store'];
    return [member.name, this.#process('server-pause', who)];
  }

  #storeOutage({ at, length }: ProcessEpisode): void {
    const atMs = this.#span.fromMs + at;
    if (atMs < this.#storeDownUntilMs) return;
    const untilMs = this.#until(atMs, length);
    this.steps.push(
      { atMs, who: 'store', does: 'down' },
      { atMs: untilMs, who: 'store', does: 'up' },
    );
    this.#storeDownUntilMs = untilMs + 1;
  }

  #storm({ at, length }: ProcessEpisode): void {
    const backMs = chosen(BACK, length);
    this.steps.push({ atMs: this.#span.fromMs + at, who: 'network', does: 'storm', backMs });
  }

  #until(atMs: number, length: number): number {
    return Math.min(atMs + chosen(this.#lengths, length), this.#span.untilMs);
  }

  /** A process that the script makes crash or pause is left to the script. */
  #disturb({ does, who, at, length, detail }: ProcessEpisode): void {
    const process = this.#process(does, who);
    const atMs = this.#span.fromMs + at;
    if (atMs < (this.#busyUntilMs.get(process) ?? 0) || atMs >= this.#span.untilMs) return;
    if (does === 'clock-offset') {
      const offsetMs = chosen(OFFSETS, detail);
      this.steps.push({ atMs, who: 'process', process, does: 'clock', offsetMs });
      return;
    }
    if (does === 'clock-drift') {
      const perMille = chosen(DRIFTS, detail);
      this.steps.push({ atMs, who: 'process', process, does: 'drift', perMille });
      return;
    }
    const untilMs = this.#until(atMs, length);
    const crash = does === 'server-crash' || does === 'worker-crash';
    this.steps.push(
      { atMs, who: 'process', process, does: crash ? 'crash' : 'pause' },
      { atMs: untilMs, who: 'process', process, does: crash ? 'restart' : 'unpause' },
    );
    this.#busyUntilMs.set(process, untilMs + 1);
  }

  #process(does: ProcessFault, who: number): string {
    const { servers, workers } = this.#topology;
    const ofWorker = does.startsWith('worker') || (does.startsWith('clock') && who % 2 === 1);
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
