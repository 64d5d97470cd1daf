/**
 * What is to happen, by virtual time, and among equal times by the order in which it was asked for. A binary heap over
 * typed arrays: no allocation for an entry but the payload's own.
 */
export class EventQueue<Payload> {
  #times = new Float64Array(64);
  #orders = new Float64Array(64);
  #payloads: (Payload | undefined)[] = new Array<Payload | undefined>(64);
  #size = 0;
  #order = 0;

  get size(): number {
    return this.#size;
  }

  /** Time of the earliest entry; Infinity when empty. */
  get nextTime(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : (this.#times[0] ?? 0);
  }

  push(time: number, payload: Payload): void {
    if (this.#size === this.#times.length) this.#grow();
    const order = this.#order++;
    let child = this.#size++;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (this.#before(parent, time, order)) break;
      this.#move(parent, child);
      child = parent;
    }
    this.#put(child, time, order, payload);
  }

  /** Removes and returns the earliest entry. */
  pop(): Payload | undefined {
    if (this.#size === 0) return undefined;
    const first = this.#payloads[0];
    const last = --this.#size;
    const time = this.#times[last] ?? 0;
    const order = this.#orders[last] ?? 0;
    const payload = this.#payloads[last];
    this.#payloads[last] = undefined;
    if (last > 0) this.#sink(time, order, payload);
    return first;
  }

  clear(): void {
    this.#payloads.fill(undefined, 0, this.#size);
    this.#size = 0;
    this.#order = 0;
  }

  #sink(time: number, order: number, payload: Payload | undefined): void {
    let hole = 0;
    for (;;) {
      const left = 2 * hole + 1;
      if (left >= this.#size) break;
      const right = left + 1;
      const rightFirst =
        right < this.#size && this.#before(right, this.#times[left] ?? 0, this.#orders[left] ?? 0);
      const child = rightFirst ? right : left;
      if (!this.#before(child, time, order)) break;
      this.#move(child, hole);
      hole = child;
    }
    this.#put(hole, time, order, payload);
  }

  #before(at: number, time: number, order: number): boolean {
    const own = this.#times[at] ?? 0;
    return own < time || (own === time && (this.#orders[at] ?? 0) < order);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#times[from] ?? 0, this.#orders[from] ?? 0, this.#payloads[from]);
  }

  #put(at: number, time: number, order: number, payload: Payload | undefined): void {
    this.#times[at] = time;
    this.#orders[at] = order;
    this.#payloads[at] = payload;
  }

  #grow(): void {
    const size = this.#times.length * 2;
    const times = new Float64Array(size);
    const orders = new Float64Array(size);
    times.set(this.#times);
    orders.set(this.#orders);
    this.#times = times;
    this.#orders = orders;
    this.#payloads.length = size;
  }
}
