/**
 * What one publication target still has to get (P21). Per generation of a room: a watermark, and at most one live claim.
 * A generation with records waits in one heap, the longest-waiting first; while claimed it is in another, by expiry.
 */
import type { StoreTime } from '../../core/ids.ts';
import type { Position } from '../../ports/room-store.ts';
import type { GenerationLog } from './generation-log.ts';
import { type HeapItem, IndexedHeap, NOT_IN_HEAP } from './indexed-heap.ts';

export interface Delivery extends HeapItem {
  readonly log: GenerationLog;
  /** The last acknowledged sequence. */
  watermark: number;
  /** Number of claims so far. */
  fence: number;
  /** Where the first unacknowledged record stands in the store-wide order. */
  nextPosition: Position;
  /** Null: under no claim. */
  claimedUntil: number | null;
  /** How often in a row the first unacknowledged record has failed. */
  failures: number;
  /** Since it has failed too often: waits for an operator, in no heap. */
  halted: boolean;
}

type Fence = { readonly generation: number; readonly fence: number };

export class DeliveryQueue {
  readonly #deliveries = new Map<number, Delivery>();
  readonly #waiting = new IndexedHeap<Delivery>((a, b) => a.nextPosition < b.nextPosition);
  readonly #claimed = new IndexedHeap<Delivery>(
    (a, b) => (a.claimedUntil ?? 0) < (b.claimedUntil ?? 0),
  );

  /** Records were appended, or the target is new: it starts from the earliest retained record. */
  appended(log: GenerationLog): void {
    const delivery = this.#deliveries.get(log.generation) ?? this.#begin(log);
    if (delivery.heapIndex === NOT_IN_HEAP) this.#wait(delivery);
  }

  /** Null: no generation has records under no live claim. */
  claim(at: StoreTime, claimMs: number): Delivery | null {
    this.#releaseLapsed(at);
    const delivery = this.#waiting.first;
    if (delivery === undefined) return null;
    this.#waiting.remove(delivery);
    delivery.fence += 1;
    delivery.claimedUntil = at + claimMs;
    this.#claimed.add(delivery);
    return delivery;
  }

  acknowledge(claim: Fence, through: number, at: StoreTime): 'acknowledged' | 'refused' {
    const delivery = this.#advanced(claim, through, at);
    if (delivery === null) return 'refused';
    this.#release(delivery);
    return 'acknowledged';
  }

  fail(
    claim: Fence,
    through: number,
    haltAfter: number,
    at: StoreTime,
  ): 'put_off' | 'halted' | 'refused' {
    const delivery = this.#advanced(claim, through, at);
    if (delivery === null) return 'refused';
    delivery.failures += 1;
    if (delivery.failures < haltAfter) return 'put_off';
    delivery.halted = true;
    this.#release(delivery);
    return 'halted';
  }

  /** The generations that are halted, and at which sequence. */
  *halted(): Iterable<{ readonly log: GenerationLog; readonly sequence: number }> {
    for (const { log, halted, watermark } of this.#deliveries.values()) {
      if (halted) yield { log, sequence: watermark + 1 };
    }
  }

  /** Goes on with the halted record, or without it; false: it is not halted. */
  resume(generation: number, sequence: number, without: boolean): boolean {
    const delivery = this.#deliveries.get(generation);
    if (delivery?.halted !== true || delivery.watermark + 1 !== sequence) return false;
    delivery.halted = false;
    delivery.failures = 0;
    if (without) delivery.watermark = sequence;
    this.#wait(delivery);
    return true;
  }

  /** The claimed delivery with its watermark moved; null: the claim has lapsed, or nothing is known of `through`. */
  #advanced(claim: Fence, through: number, at: StoreTime): Delivery | null {
    const delivery = this.#deliveries.get(claim.generation);
    if (delivery === undefined || delivery.claimedUntil === null) return null;
    if (delivery.fence !== claim.fence || at >= delivery.claimedUntil) return null;
    if (!Number.isSafeInteger(through) || through > delivery.log.head) return null;
    if (through > delivery.watermark) {
      delivery.watermark = through;
      delivery.failures = 0;
    }
    return delivery;
  }

  watermark(generation: number): number {
    return this.#deliveries.get(generation)?.watermark ?? 0;
  }

  /** Of a generation that compaction has dropped: all of it was acknowledged, so it is in no heap. */
  forget(generation: number): void {
    this.#deliveries.delete(generation);
  }

  #begin(log: GenerationLog): Delivery {
    const watermark = log.from - 1;
    const delivery = {
      log,
      watermark,
      fence: 0,
      nextPosition: 0,
      claimedUntil: null,
      failures: 0,
      halted: false,
      heapIndex: NOT_IN_HEAP,
    };
    this.#deliveries.set(log.generation, delivery);
    return delivery;
  }

  #releaseLapsed(at: StoreTime): void {
    for (;;) {
      const delivery = this.#claimed.first;
      if (delivery === undefined || at < (delivery.claimedUntil ?? 0)) return;
      this.#release(delivery);
    }
  }

  #release(delivery: Delivery): void {
    this.#claimed.remove(delivery);
    delivery.claimedUntil = null;
    this.#wait(delivery);
  }

  #wait(delivery: Delivery): void {
    if (delivery.halted || delivery.watermark >= delivery.log.head) return;
    delivery.nextPosition = delivery.log.positionOf(delivery.watermark + 1);
    this.#waiting.add(delivery);
  }
}
