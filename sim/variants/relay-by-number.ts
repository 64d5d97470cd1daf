import type { Claim } from '../../src/ports/room-store.ts';
import { EarlyNumbers, takingNumbers } from './early-numbers.ts';
import type { Variant } from './variant.ts';

/** The relay of the outbox remembers the highest number that it has sent, and takes everything below for sent. */
export const relayByNumber: Variant = {
  id: 'relay-by-number',
  summary: 'publishes what has a higher number than the last, by numbers taken before the commit',
  rules: ['P3', 'P21'],
  caughtBy: ['INV-PUBLISHED'],
  breaks: ['f26-the-second-commit-comes-first'],
  lobby: { engine: (engine) => new RelayedByNumber(engine), store: takingNumbers },
};

class RelayedByNumber extends EarlyNumbers {
  #sent = -1;

  override claim(target: string, claimMs: number, limit: number): Claim | null {
    const claim = this.engine.claim(target, claimMs, limit);
    if (claim === null) return null;
    return {
      ...claim,
      records: claim.records.filter((record) => this.#numberOf(record) > this.#sent),
    };
  }

  override acknowledge(claim: Claim, through: number): 'acknowledged' | 'refused' {
    const answer = this.engine.acknowledge(claim, through);
    const numbers = claim.records.map((record) => this.#numberOf(record));
    if (answer === 'acknowledged') this.#sent = Math.max(this.#sent, ...numbers);
    return answer;
  }

  #numberOf(record: Claim['records'][number]): number {
    for (const [number, { event }] of this.entries) {
      const { generation, sequence } = event;
      if (generation === record.generation && sequence === record.sequence) return number;
    }
    return Number.POSITIVE_INFINITY;
  }
}
