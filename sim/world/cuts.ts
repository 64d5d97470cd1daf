/**
 * Which way nothing gets through: between members, servers, workers and the store, each direction for itself (harness §2).
 * Lanes are named as in a plan; `store` is the store.
 */
export class Cuts {
  /** How many cuts of that direction are on: two of them may overlap. */
  readonly #on = new Map<string, number>();

  cut(from: string, to: string): void {
    const way = wayOf(from, to);
    this.#on.set(way, (this.#on.get(way) ?? 0) + 1);
  }

  mend(from: string, to: string): void {
    const way = wayOf(from, to);
    const left = (this.#on.get(way) ?? 0) - 1;
    if (left > 0) this.#on.set(way, left);
    else this.#on.delete(way);
  }

  mendAll(): void {
    this.#on.clear();
  }

  /** Whether what `from` sends to `to` is lost. */
  blocks(from: string, to: string): boolean {
    return this.#on.size > 0 && this.#on.has(wayOf(from, to));
  }

  /** Whether something is lost on the way there or on the way back. */
  parts(one: string, other: string): boolean {
    return this.blocks(one, other) || this.blocks(other, one);
  }
}

const wayOf = (from: string, to: string): string => `${from} > ${to}`;
