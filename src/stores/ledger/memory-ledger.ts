/** The ledger shape (P27) in memory: rooms are checkpoint and events; the folded head is kept for speed only. */
import { MemoryStore } from '../memory-store.ts';
import type { StoreSettings } from '../store-settings.ts';
import { LedgerRooms } from './ledger-rooms.ts';
import { MemoryProjection } from './memory-projection.ts';

export class MemoryLedger extends MemoryStore {
  readonly projection: MemoryProjection;
  readonly #rooms: LedgerRooms;

  /** `clock`: the store's clock in ms. Where it steps back, store time stands still (P2). */
  constructor(clock: () => number, settings: StoreSettings) {
    const rooms = new LedgerRooms();
    super(clock, settings, rooms);
    this.#rooms = rooms;
    this.projection = new MemoryProjection(this, rooms);
  }

  /** What a process does that takes over the log: forgets the folded heads, and folds each from checkpoint and events. */
  takeOver(): void {
    this.reload((log) => this.#rooms.folded(log));
  }
}
