/** A binary heap whose items know their place, so that any of them can be taken out in logarithmic time. */

export interface HeapItem {
  /** Written by the heap only; `NOT_IN_HEAP` while the item is in none. */
  heapIndex: number;
}

export const NOT_IN_HEAP = -1;

/** An item is in at most one heap. Its order must not change while it is in. */
export class IndexedHeap<Item extends HeapItem> {
  readonly #items: Item[] = [];
  readonly #precedes: (a: Item, b: Item) => boolean;

  constructor(precedes: (a: Item, b: Item) => boolean) {
    this.#precedes = precedes;
  }

  get first(): Item | undefined {
    return this.#items[0];
  }

  add(item: Item): void {
    this.#items.push(item);
    this.#rise(item, this.#items.length - 1);
  }

  remove(item: Item): void {
    const index = item.heapIndex;
    if (this.#items[index] !== item) throw new Error(`heap: no such item at ${index}`);
    item.heapIndex = NOT_IN_HEAP;
    const last = this.#items.pop();
    if (last === undefined || last === item) return;
    this.#rise(last, index);
    this.#sink(last, last.heapIndex);
  }

  #rise(item: Item, from: number): void {
    let index = from;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = this.#items[parentIndex];
      if (parent === undefined || !this.#precedes(item, parent)) break;
      this.#place(parent, index);
      index = parentIndex;
    }
    this.#place(item, index);
  }

  #sink(item: Item, from: number): void {
    let index = from;
    for (;;) {
      const child = this.#firstChild(index);
      if (child === undefined || !this.#precedes(child, item)) break;
      const childIndex = child.heapIndex;
      this.#place(child, index);
      index = childIndex;
    }
    this.#place(item, index);
  }

  #firstChild(index: number): Item | undefined {
    const left = this.#items[2 * index + 1];
    const right = this.#items[2 * index + 2];
    if (left === undefined || right === undefined) return left;
    return this.#precedes(right, left) ? right : left;
  }

  #place(item: Item, index: number): void {
    this.#items[index] = item;
    item.heapIndex = index;
  }
}
