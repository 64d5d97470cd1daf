/**
 * An acknowledgement settles whatever is claimed at the time, whoever claimed it: one that comes late, under a claim that
 * has lapsed, takes the records of the next claim for sent.
 */
import type { RoomCode } from '../../src/core/ids.ts';
import type { Claim, StoreEngine } from '../../src/ports/room-store.ts';
import { EngineInFront } from '../systems/engine-in-front.ts';
import type { Variant } from './variant.ts';

export const acknowledgementWithoutClaim: Variant = {
  id: 'acknowledgement-without-claim',
  summary: 'completes the present claim of a room by an acknowledgement of an earlier one',
  rules: ['P21'],
  caughtBy: ['INV-ACKNOWLEDGED'],
  breaks: ['f27-a-lapsed-claim-acknowledges'],
  lobby: { engine: (engine) => new UnfencedClaims(engine) },
};

class UnfencedClaims extends EngineInFront {
  /** The latest of each room; the simulator has one target. */
  readonly #latest = new Map<RoomCode, Claim>();

  constructor(engine: StoreEngine) {
    super(engine);
  }

  override claim(target: string, claimMs: number, limit: number): Claim | null {
    const claim = this.engine.claim(target, claimMs, limit);
    if (claim !== null) this.#latest.set(claim.code, claim);
    return claim;
  }

  override acknowledge(claim: Claim, through: number): 'acknowledged' | 'refused' {
    const latest = this.#latest.get(claim.code) ?? claim;
    if (latest.fence === claim.fence) return this.engine.acknowledge(claim, through);
    return this.engine.acknowledge(latest, latest.records.at(-1)?.sequence ?? through);
  }
}
