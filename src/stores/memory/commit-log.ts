/** Every retained event in commit order, by store-wide position: what servers tail to feed their sockets (P21). */
import type { Position, TailBatch } from '../../ports/room-store.ts';

type Entry = TailBatch['entries'][number];

export class CommitLog {
  /** Null: dropped by compaction. */
  #entries: (Entry | null)[] = [];
  /** The position before that of the first entry. */
  #base: Position = 0;
  /** How many entries at the front are known to be dropped. */
  #droppedInFront = 0;

  get position(): Position {
    return this.#base + this.#entries.length;
  }

  append(entry: Entry): void {
    this.#entries.push(entry);
  }

  after(position: Position, limit: number): TailBatch {
    const entries: Entry[] = [];
    let index = Math.max(position - this.#base, this.#droppedInFront);
    while (index < this.#entries.length && entries.length < limit) {
      const entry = this.#entries[index];
      if (entry !== null && entry !== undefined) entries.push(entry);
      index += 1;
    }
    return { entries, position: entries.length === 0 ? position : this.#base + index };
  }

  drop(positions: readonly Position[]): void {
    for (const position of positions) this.#entries[position - this.#base - 1] = null;
    while (this.#entries[this.#droppedInFront] === null) this.#droppedInFront += 1;
    // Trimmed in halves, so that the copying stays proportional to what was dropped.
    if (this.#droppedInFront * 2 <= this.#entries.length) return;
    this.#entries = this.#entries.slice(this.#droppedInFront);
    this.#base += this.#droppedInFront;
    this.#droppedInFront = 0;
  }
}
