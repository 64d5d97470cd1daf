/** The recorded requests of one scope: a code, or a generation (P20). */
import type { RequestId, StoreTime } from '../../core/ids.ts';
import type { RequestRecord } from '../../ports/room-store.ts';

interface Entry {
  readonly record: RequestRecord;
  readonly at: StoreTime;
}

export class RequestBook {
  /** In the order of their commits, and so of their age. */
  readonly #entries = new Map<RequestId, Entry>();

  find(id: RequestId): RequestRecord | null {
    return this.#entries.get(id)?.record ?? null;
  }

  /** The first outcome of a request is the one that its repetitions get. */
  record(id: RequestId, record: RequestRecord, at: StoreTime): void {
    if (!this.#entries.has(id)) this.#entries.set(id, { record, at });
  }

  /** Drops what was recorded before `cutoff`; whether there was any. */
  dropBefore(cutoff: StoreTime): boolean {
    let dropped = false;
    for (const [id, { at }] of this.#entries) {
      if (at >= cutoff) break;
      this.#entries.delete(id);
      dropped = true;
    }
    return dropped;
  }
}
