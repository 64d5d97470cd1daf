/** Asks for a backfill whenever the replica needs one; one at a time (P24). */
import type { Answer } from '../ports/network.ts';
import type { Random } from '../ports/random.ts';
import type { Courier } from './courier.ts';
import { type BackfillRequest, type Exchange, newExchange } from './exchange.ts';
import type { Replica } from './replica.ts';
import { afterRefusedBackfill } from './session-rules.ts';

export class GapFiller {
  readonly #replica: Replica;
  readonly #courier: Courier;
  readonly #random: Random;
  #current: Exchange<BackfillRequest> | null = null;

  constructor(replica: Replica, courier: Courier, random: Random) {
    this.#replica = replica;
    this.#courier = courier;
    this.#random = random;
  }

  get current(): Exchange<BackfillRequest> | null {
    return this.#current;
  }

  fill(epoch: number): void {
    const { needsBackfill, generation, cursor } = this.#replica;
    if (!needsBackfill || generation === null || this.#current !== null) return;
    this.#current = newExchange(this.#random, { kind: 'backfill', generation, epoch, cursor });
    this.#courier.sendOnce(this.#current);
  }

  /** What was asked on a transport that is gone, or is answered by a session answer. */
  cancel(): void {
    this.#current = null;
  }

  /** What the answer means for the session; mostly nothing. */
  answered(backfill: Exchange<BackfillRequest>, answer: Answer): 'superseded' | 'over' | null {
    if (answer.kind === 'refused') {
      const then = afterRefusedBackfill(answer.code);
      if (then === 'repeat') {
        this.#courier.putOff(backfill);
        return null;
      }
      this.#current = null;
      if (then !== 'restart') return then;
      this.#replica.discard();
      return null;
    }
    if (answer.kind !== 'backfill') return null;
    const before = this.#replica.cursor;
    this.#replica.answer(answer);
    // An answer that helped nothing is not asked for again at once: that would hammer a server that is behind.
    const helped = !this.#replica.needsBackfill || this.#replica.cursor !== before;
    if (helped) this.#current = null;
    else this.#courier.putOff(backfill);
    return null;
  }
}
