import type { Position, TailBatch } from '../../src/ports/room-store.ts';
import { EarlyNumbers, takingNumbers } from './early-numbers.ts';
import type { Variant } from './variant.ts';

/** Servers tail the log by numbers that were taken before the commit, and pass over the one that comes late. */
export const numberBeforeCommit: Variant = {
  id: 'number-before-commit',
  summary: 'numbers a commit in the store-wide order before it is made, and feeds by that number',
  rules: ['P3', 'P21'],
  caughtBy: ['INV-FEED'],
  breaks: ['f26-the-second-commit-comes-first'],
  lobby: { engine: (engine) => new FedByNumber(engine), store: takingNumbers },
};

class FedByNumber extends EarlyNumbers {
  override position(): Position {
    return Math.max(0, ...this.entries.keys());
  }

  override tail(position: Position, limit: number): TailBatch {
    const next = [...this.entries]
      .filter(([at]) => at > position)
      .sort(([a], [b]) => a - b)
      .slice(0, limit);
    return { entries: next.map(([, entry]) => entry), position: next.at(-1)?.[0] ?? position };
  }
}
