/**
 * A second opinion on which instances are live (P12), from the heartbeats that the store has accepted: whoever watches a
 * store must not ask it whether it voids the right ones. An instance that was void once stays so, whatever it is answered.
 */
import type { InstanceId, StoreTime } from '../../src/core/ids.ts';
import type { Outage } from '../../src/core/instances.ts';
import type { StoreEngine } from '../../src/ports/room-store.ts';
import { EngineInFront } from './engine-in-front.ts';

export class HeardHeartbeats extends EngineInFront {
  readonly #timeoutMs: number;
  readonly #heard = new Map<InstanceId, StoreTime>();
  readonly #outages: Outage[] = [];
  #last: StoreTime | null = null;

  constructor(engine: StoreEngine, heartbeatTimeoutMs: number) {
    super(engine);
    this.#timeoutMs = heartbeatTimeoutMs;
  }

  override heartbeat(instance: InstanceId): 'live' | 'void' {
    const answer = this.engine.heartbeat(instance);
    const isVoid = this.#heard.has(instance) && !this.isLive(instance);
    if (answer === 'live' && !isVoid) this.#hear(instance);
    return answer;
  }

  /** Every span longer than the timeout in which no instance was live, in order. */
  get outages(): readonly Outage[] {
    return this.#outages;
  }

  #hear(instance: InstanceId): void {
    const now = this.engine.now();
    const last = this.#last;
    if (last !== null && now > last + this.#timeoutMs) {
      this.#outages.push({ number: this.#outages.length + 1, startedAt: last, endedAt: now });
    }
    this.#last = now;
    this.#heard.set(instance, now);
  }

  override isLive(instance: InstanceId): boolean {
    const heard = this.#heard.get(instance);
    return heard !== undefined && this.engine.now() <= heard + this.#timeoutMs;
  }
}
