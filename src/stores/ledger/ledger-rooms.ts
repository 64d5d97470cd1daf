/** The ledger shape in memory: what it keeps of the rooms besides their events (P27). */
import type { RoomCode } from '../../core/ids.ts';
import type { RoomState } from '../../core/state.ts';
import type { Commit } from '../commit-check.ts';
import type { GenerationLog } from '../memory/generation-log.ts';
import type { MemoryShape } from '../memory/memory-shape.ts';
import { foldEvents } from './fold.ts';

export class LedgerRooms implements MemoryShape {
  /** Of the latest generation of each code; the first one is what the opening commit left. */
  readonly checkpoints: Map<RoomCode, RoomState> = new Map();
  /** The projection: each code as far as the projector has come. */
  readonly projected: Map<RoomCode, RoomState> = new Map();

  /** The events decide, never the state that came with them. The head is kept folded, so that each is folded once. */
  stateAfter(before: RoomState | null, { state: decided, events }: Commit): RoomState {
    const state = foldEvents(before, decided.code, events);
    if (before?.generation !== state.generation) this.checkpoints.set(state.code, state);
    return state;
  }

  /** The head, folded from nothing but checkpoint and log. */
  folded(log: GenerationLog): RoomState {
    const checkpoint = this.#checkpointOf(log);
    return foldEvents(checkpoint, log.code, log.after(checkpoint?.revision ?? 0));
  }

  /** Compaction never passes the projection: a rebuild, and a projector that lags, find every event that they need. */
  droppable(log: GenerationLog): number {
    const projected = this.projected.get(log.code);
    if (projected === undefined || projected.generation < log.generation) return 0;
    return projected.generation === log.generation ? projected.revision : log.head;
  }

  /** Of an earlier generation nobody asks for the state again: the rebuild begins at the latest one's checkpoint. */
  beforeDrop(log: GenerationLog, through: number): void {
    const checkpoint = this.#checkpointOf(log);
    if (checkpoint === null || checkpoint.revision >= through) return;
    const events = log.after(checkpoint.revision).slice(0, through - checkpoint.revision);
    this.checkpoints.set(log.code, foldEvents(checkpoint, log.code, events));
  }

  #checkpointOf(log: GenerationLog): RoomState | null {
    const checkpoint = this.checkpoints.get(log.code);
    return checkpoint?.generation === log.generation ? checkpoint : null;
  }
}
