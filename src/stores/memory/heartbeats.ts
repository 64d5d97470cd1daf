/** The instances' heartbeats (P12). A void instance is remembered for ever: it may never come back under its id. */
import type { InstanceId, StoreTime } from '../../core/ids.ts';
import type { Instances } from '../../core/instances.ts';
import { isLiveAt } from '../liveness.ts';

export class Heartbeats {
  readonly #last = new Map<InstanceId, StoreTime>();
  readonly #timeoutMs: number;
  /** Heartbeats come in store time, so that the latest accepted one decides whether any instance is live. */
  #latest: StoreTime | null = null;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  beat(instance: InstanceId, at: StoreTime): 'live' | 'void' {
    if (this.#last.has(instance) && !this.isLive(instance, at)) return 'void';
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

  /** What a commit at this store time sees. */
  seenAt(at: StoreTime): Instances {
    return new SeenInstances(this, at);
  }
}

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
}
