/** The armed timers: exactly `wakeAt` of every room (P25), earliest first, equal times by code (P7's order of ids). */
import { wakeAt } from '../../core/due.ts';
import { compareIds, type RoomCode, type StoreTime } from '../../core/ids.ts';
import type { RoomState } from '../../core/state.ts';
import { type HeapItem, IndexedHeap, NOT_IN_HEAP } from './indexed-heap.ts';

/** A room's timer; only the index writes to it. */
export interface Timer extends HeapItem {
  readonly code: RoomCode;
  wakeAt: StoreTime | null;
}

export const idleTimer = (code: RoomCode): Timer => ({
  code,
  wakeAt: null,
  heapIndex: NOT_IN_HEAP,
});

export class WakeIndex {
  readonly #armed = new IndexedHeap<Timer>((a, b) => {
    const difference = (a.wakeAt ?? 0) - (b.wakeAt ?? 0);
    return difference < 0 || (difference === 0 && compareIds(a.code, b.code) < 0);
  });

  /** Arms the timer for what the room's new state calls for. */
  rearm(timer: Timer, state: RoomState): void {
    const next = wakeAt(state);
    if (next === timer.wakeAt) return;
    if (timer.wakeAt !== null) this.#armed.remove(timer);
    timer.wakeAt = next;
    if (next !== null) this.#armed.add(timer);
  }

  next(): StoreTime | null {
    return this.#armed.first?.wakeAt ?? null;
  }

  due(at: StoreTime, limit: number): readonly RoomCode[] {
    const due: Timer[] = [];
    while (due.length < limit) {
      const timer = this.#armed.first;
      if (timer === undefined || timer.wakeAt === null || timer.wakeAt > at) break;
      this.#armed.remove(timer);
      due.push(timer);
    }
    // They stay armed until a commit changes the room.
    for (const timer of due) this.#armed.add(timer);
    return due.map((timer) => timer.code);
  }
}
