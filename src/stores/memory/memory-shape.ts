/** What tells the shapes apart in memory: which state a commit leaves, and what compaction may drop (P26, P27). */
import type { RoomState } from '../../core/state.ts';
import type { Commit } from '../commit-check.ts';
import type { GenerationLog } from './generation-log.ts';

export interface MemoryShape {
  /** The state that the commit leaves in a room that was in `before`; null: the code was never opened. */
  stateAfter(before: RoomState | null, commit: Commit): RoomState;
  /** The last sequence of the generation that compaction may drop, whatever its targets have. */
  droppable(log: GenerationLog): number;
  /** The events up to `through` will be dropped next. */
  beforeDrop(log: GenerationLog, through: number): void;
}

/** The snapshot is the truth (P26): no event is needed to know the state. */
export const COORDINATOR: MemoryShape = {
  stateAfter: (_before, commit) => commit.state,
  droppable: (log) => log.head,
  beforeDrop: () => undefined,
};
