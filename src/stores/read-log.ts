/** A generation's log as one read saw it: later commits and compaction do not show in it (P23). */
import type { EventLog } from '../core/backfill.ts';
import type { RoomEvent } from '../core/event.ts';

/** The log of a code that was never opened. */
export const NO_LOG: EventLog = { from: 1, after: () => [] };

/**
 * `from`: the lowest retained sequence. `events`: the retained ones after `cursor`; null: a snapshot is wanted, and no
 * event was read. Asking it for what was not read is an error.
 */
export function readLog(
  from: number,
  cursor: number | null,
  events: readonly RoomEvent[],
): EventLog {
  return {
    from,
    after: (asked) => {
      if (cursor === null || asked < cursor) {
        throw new Error(`P23: events after ${asked} of a log that was read after ${cursor}`);
      }
      return events.filter((event) => event.sequence > asked);
    },
  };
}
