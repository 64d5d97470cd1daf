/**
 * A second opinion on which instances are live (P12), from the heartbeats that the store has accepted: whoever watches a
 * store must not ask it whether it voids the right ones. An instance that was void once stays so, whatever it is answered.
 */
import type { InstanceId, StoreTime } from '../../src/core/ids.ts';
import type { StoreEngine } from '../../src/ports/room-store.ts';
import { EngineInFront } from './engine-in-front.ts';

export class HeardHeartbeats extends EngineInFront {
  readonly #timeoutMs: number;
  readonly #heard = new Map<InstanceId, StoreTime>();

  constructor(engine: StoreEngine, heartbeatTimeoutMs: number) {
    super(engine);
    this.#timeoutMs = heartbeatTimeoutMs;
  }

  override heartbeat(instance: InstanceId): 'live' | 'void' {
    const answer = this.engine.heartbeat(instance);
    const isVoid = this.#heard.has(instance) && !this.isLive(instance);
    if (answer === 'live' && !isVoid) this.#heard.set(instance, this.engine.now());
    return answer;
  }

  override isLive(instance: InstanceId): boolean {
    const heard = this.#heard.get(instance);
    return heard !== undefined && this.engine.now() <= heard + this.#timeoutMs;
  }
}
