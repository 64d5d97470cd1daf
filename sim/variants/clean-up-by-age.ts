/** Clean-up looks at the age of a record only, not at whether anybody has had it: what waits for too long is never sent. */
import type { StoreTime } from '../../src/core/ids.ts';
import type { Claim, Retention, StoreEngine } from '../../src/ports/room-store.ts';
import { EngineInFront } from '../systems/engine-in-front.ts';
import type { Variant } from './variant.ts';

export const cleanUpByAge: Variant = {
  id: 'clean-up-by-age',
  summary: 'drops outbox records that are old, sent or not',
  rules: ['P21', 'P22'],
  caughtBy: ['INV-PUBLISH-ORDER', 'INV-PUBLISHED'],
  breaks: ['f28-clean-up-of-the-unsent'],
  lobby: { engine: (engine) => new AgedOutbox(engine) },
};

class AgedOutbox extends EngineInFront {
  /** Records from before are gone. */
  #keptFrom = 0;

  constructor(engine: StoreEngine) {
    super(engine);
  }

  override compact(retention: Retention, limit: number): number {
    this.#keptFrom = this.engine.now() - retention.eventsMs;
    return this.engine.compact(retention, limit);
  }

  override claim(target: string, claimMs: number, limit: number): Claim | null {
    const claim = this.engine.claim(target, claimMs, limit);
    if (claim === null) return null;
    const kept = (at: StoreTime): boolean => at >= this.#keptFrom;
    return { ...claim, records: claim.records.filter(({ at }) => kept(at)) };
  }
}
