/**
 * INV-BACKFILL guards P23, for backfill answers and for what session answers bring along: events are exactly those after a
 * cursor that the request named up to the answer's revision, ascending and without a gap; a snapshot comes only if none
 * was named or the next event is no longer retained, and is the fold of the events up to its sequence; the revision is one
 * at which the room stood since it was asked; and `invalid_cursor` is answered if and only if the cursor is negative, no
 * integer, or ahead of the room.
 */
import { sequencesOf } from './shown-event.ts';
import type { RoomView } from '../../src/core/view.ts';
import type { Answer } from '../../src/ports/network.ts';
import { differenceOf } from './folded-view.ts';
import type { GenerationHistory } from './generation-history.ts';
import type { Invariant, WatchedRun } from './invariant.ts';
import { historyOf, type Reply, type RunHistory } from './run-history.ts';
import type { Copy } from './wire-history.ts';

type Syncing = Extract<Answer, { readonly throughSequence: number }>;

export const backfill: Invariant = {
  id: 'INV-BACKFILL',
  rules: ['P23'],
  summary:
    'a backfill brings its cursor up to a revision of the room, by exactly the events between or a true snapshot',
  watch: (run) => {
    const history = historyOf(run);
    return {
      requested: (link, frame) => history.requested(link, frame),
      committed: (commit) => {
        history.committed(commit);
      },
      sent(link, frame) {
        const reply = history.replied(link, frame);
        if (reply?.copy === undefined || reply.copy.ambiguous) return;
        const { answer } = reply.frame;
        const wrong =
          'sync' in answer
            ? wrongSync(run, history, reply.copy, answer)
            : wrongRefusal(reply, reply.copy);
        if (wrong !== null) run.violated(wrong);
      },
    };
  },
};

function wrongSync(
  run: WatchedRun,
  history: RunHistory,
  copy: Copy,
  answer: Syncing,
): string | null {
  const { code, member, request, cursors } = copy.ask;
  const { generation, throughSequence, sync } = answer;
  const room = history.generation(code, generation);
  const said = `P23: in room ${code}, generation ${generation}, the ${request.kind} of ${member} after ${cursors.join(' or ') || 'no cursor'} was answered`;
  if (room === undefined) return `${said}, but there is no such generation`;
  if (answer.kind === 'backfill' && !room.stoodAt(throughSequence, copy.first)) {
    return `${said} through ${throughSequence}, where the room did not stand since it was asked`;
  }
  // Open and join name no cursor, which asks for a snapshot.
  const asked = 'cursor' in request ? cursors : [null];
  if (sync.kind === 'events') {
    const { events } = sync;
    if (asked.some((cursor) => isRun(events, cursor, throughSequence))) return null;
    return `${said} with ${sequencesOf(events)}, which are not those up to ${throughSequence}`;
  }
  const wrong = wrongSnapshot(room, sync.snapshot, throughSequence);
  if (wrong !== null) return `${said} with a snapshot of ${wrong}`;
  return asked.some((cursor) => mayGetSnapshot(run, history, room, cursor, throughSequence))
    ? null
    : `${said} with a snapshot, but the events after its cursor are retained`;
}

function isRun(
  events: readonly { readonly sequence: number }[],
  cursor: number | null,
  through: number,
): boolean {
  if (cursor === null || !isCursor(cursor) || events.length !== through - cursor) return false;
  for (let i = 0; i < events.length; i++) {
    if (events[i]?.sequence !== cursor + 1 + i) return false;
  }
  return true;
}

function mayGetSnapshot(
  { system }: WatchedRun,
  history: RunHistory,
  room: GenerationHistory,
  cursor: number | null,
  through: number,
): boolean {
  if (cursor === null) return true;
  if (!isCursor(cursor) || cursor >= through) return false;
  // Only the latest generation can be looked at; retention never comes back, so it was no further then than it is now.
  if (history.latest(room.code) !== room) return true;
  return cursor + 1 < system.retained(room.code).from;
}

function wrongSnapshot(
  room: GenerationHistory,
  snapshot: RoomView,
  through: number,
): string | null {
  const { generation, sequence } = snapshot;
  if (generation !== room.generation) return `generation ${generation}`;
  if (sequence !== through) return `sequence ${sequence} instead of ${through}`;
  const folded = room.viewAt(sequence);
  if (folded === null) return `sequence ${sequence}, which was not committed`;
  const difference = differenceOf(snapshot, folded);
  return difference === null ? null : `sequence ${sequence} with ${difference}`;
}

const isCursor = (cursor: number): boolean => Number.isSafeInteger(cursor) && cursor >= 0;

/** The room only grows: a cursor that was not ahead when it was first asked never was. */
function wrongRefusal({ frame: { answer } }: Reply, copy: Copy): string | null {
  if (answer.kind !== 'refused' || answer.code !== 'invalid_cursor') return null;
  const { code, member, request, cursors } = copy.ask;
  const said = `P23: in room ${code}, the ${request.kind} of ${member} after ${cursors.join(' or ')} was refused as invalid_cursor`;
  if (!('cursor' in request)) return `${said}, but names no cursor`;
  if (request.generation !== copy.generation) return null;
  const right = cursors.every(
    (cursor) => cursor === null || (isCursor(cursor) && cursor <= copy.revision),
  );
  return right ? `${said}, but the room stood at ${copy.revision} when it was asked` : null;
}
