/**
 * INV-RETENTION guards P22: compaction keeps every event that some target has not acknowledged, and every event that is
 * younger than the larger of the supported offline interval and the investigation window; and what it keeps has no gap.
 * What is dropped stays dropped, so it is enough to look from time to time, and at the end.
 */
import { sequencesOf } from './shown-event.ts';
import type { RoomCode } from '../../src/core/ids.ts';
import { deliveriesOf } from './deliveries.ts';
import type { GenerationHistory } from './generation-history.ts';
import type { Invariant, WatchedRun } from './invariant.ts';
import { historyOf } from './run-history.ts';

/** Every how many commits and acknowledgements of a room it is looked at: a look costs as much as what is retained. */
const LOOK_EVERY = 8;

export const retention: Invariant = {
  id: 'INV-RETENTION',
  rules: ['P22'],
  summary: 'no event is dropped before every target has acknowledged it and its time is over',
  watch: (run) => {
    const history = historyOf(run);
    const deliveries = deliveriesOf(run);
    const changes = new Map<RoomCode, number>();
    const look = (code: RoomCode): void => {
      const room = history.latest(code);
      if (room === undefined) return;
      const wrong = wrongRetention(run, room, deliveries.acknowledgedByAll(code, room.generation));
      if (wrong !== null) run.violated(wrong);
    };
    const changed = (code: RoomCode): void => {
      const count = (changes.get(code) ?? 0) + 1;
      changes.set(code, count);
      if (count % LOOK_EVERY === 0) look(code);
    };
    return {
      committed(commit) {
        history.committed(commit);
        changed(commit.code);
      },
      acknowledged(acknowledgement) {
        deliveries.acknowledged(acknowledgement);
        changed(acknowledgement.code);
      },
      dropped: (record) => {
        deliveries.dropped(record);
      },
      ended() {
        for (const code of history.codes.keys()) look(code);
      },
    };
  },
};

function wrongRetention(
  { plan, system, nowMs }: WatchedRun,
  { code, generation, head, events: committed }: GenerationHistory,
  acknowledged: number,
): string | null {
  const { from, events } = system.retained(code);
  const { retentionMs, investigationMs } = plan.settings;
  const place = `P22: in room ${code}, generation ${generation},`;
  if (from > acknowledged + 1) {
    return `${place} retention begins at sequence ${from}, but ${acknowledged + 1} is not acknowledged by every target`;
  }
  const dropped = committed[from - 2];
  const windowMs = Math.max(retentionMs, investigationMs);
  if (dropped !== undefined && dropped.at >= nowMs() - windowMs) {
    return `${place} sequence ${dropped.sequence} of store time ${dropped.at} was dropped by ${nowMs()}, but is to be kept for ${windowMs} ms`;
  }
  const whole =
    events.length === head - from + 1 &&
    (events.length === 0 || (events[0]?.sequence === from && events.at(-1)?.sequence === head));
  return whole
    ? null
    : `${place} sequences ${from} to ${head} are to be retained, but there are ${sequencesOf(events)}`;
}
