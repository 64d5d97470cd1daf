/** The instances' heartbeats (P12). A void instance is remembered for ever: it may never come back under its id. */
import type { InstanceId, StoreTime } from '../../core/ids.ts';
import type { Instances, Outage } from '../../core/instances.ts';
import { isLiveAt } from '../liveness.ts';

export class Heartbeats {
  readonly #last = new Map<InstanceId, StoreTime>();
  readonly #timeoutMs: number;
  readonly #outages: Outage[] = [];
  /** Heartbeats come in store time, so that the latest accepted one decides whether any instance is live. */
  #latest: StoreTime | null = null;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  beat(instance: InstanceId, at: StoreTime): 'live' | 'void' {
    if (this.#last.has(instance) && !this.isLive(instance, at)) return 'void';
    if (this.#latest !== null && !this.isAnyLive(at)) {
      this.#outages.push({
        number: this.#outages.length + 1,
        startedAt: this.#latest,
        endedAt: at,
      });
    }
    this.#last.set(instance, at);
    this.#latest = at;
    return 'live';
  }

  isLive(instance: InstanceId, at: StoreTime): boolean {
    return isLiveAt(this.#last.get(instance) ?? null, at, this.#timeoutMs);
  }

  isAnyLive(at: StoreTime): boolean {
    return isLiveAt(this.#latest, at, this.#timeoutMs);
  }

  outagesAfter(number: number): readonly Outage[] {
    return number >= this.#outages.length ? NONE : this.#outages.slice(number);
  }

  /** What a commit at this store time sees. */
  seenAt(at: StoreTime): Instances {
    return new SeenInstances(this, at);
  }
}

const NONE: readonly Outage[] = [];

class SeenInstances implements Instances {
  readonly #heartbeats: Heartbeats;
  readonly #at: StoreTime;

  constructor(heartbeats: Heartbeats, at: StoreTime) {
    this.#heartbeats = heartbeats;
    this.#at = at;
  }

  isLive(id: InstanceId): boolean {
    return this.#heartbeats.isLive(id, this.#at);
  }

  get anyLive(): boolean {
    return this.#heartbeats.isAnyLive(this.#at);
  }

  outagesAfter(number: number): readonly Outage[] {
    return this.#heartbeats.outagesAfter(number);
  }
}
