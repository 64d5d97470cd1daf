/**
 * INV-CLIENT-ORDER guards P24: what a page shows only moves on: from one event to the next, or by an answer with a snapshot
 * or a backfill, never back within a generation and never to an earlier one; and whatever it shows is the fold of the
 * committed events up to its sequence, so that a page which skips an event, or applies one twice, is seen at once.
 */
import { type RoomCode, roomCode } from '../../src/core/ids.ts';
import type { RoomView } from '../../src/core/view.ts';
import { differenceOf } from './folded-view.ts';
import type { GenerationHistory } from './generation-history.ts';
import type { Invariant } from './invariant.ts';
import { historyOf, type RunHistory } from './run-history.ts';

/** Where a page stood. */
interface Stand {
  generation: number;
  /** Null: it has discarded its view. */
  sequence: number | null;
}

export const clientOrder: Invariant = {
  id: 'INV-CLIENT-ORDER',
  rules: ['P24'],
  summary:
    'a page moves from one committed state of its room to a later one, event by event or by an answer',
  watch: (run) => {
    const history = historyOf(run);
    const rooms = new Map(
      run.plan.topology.members.map(({ name, room }) => [name, roomCode(room)] as const),
    );
    const stands = new Map<number, Stand>();
    /** Whether the last frame that a member got brought a snapshot or a run of events. */
    const synced = new Map<string, boolean>();
    return {
      committed: (commit) => {
        history.committed(commit);
      },
      delivered({ member }, frame) {
        synced.set(member, frame.kind === 'reply' && 'sync' in frame.answer);
      },
      viewed(member, tab, before, after) {
        const stand = stands.get(tab) ?? standAt(before);
        if (after === null) {
          if (stand !== null) stands.set(tab, { ...stand, sequence: null });
          return;
        }
        const { generation, sequence } = after;
        stands.set(tab, { generation, sequence });
        const said = `P24: page ${tab} of ${member}, in generation ${generation},`;
        const wrong =
          wrongMove(stand, after, synced.get(member) === true) ??
          wrongView(roomOf(history, rooms.get(member), generation), after);
        if (wrong !== null) run.violated(`${said} ${wrong}`);
      },
    };
  },
};

const standAt = (view: RoomView | null): Stand | null =>
  view === null ? null : { generation: view.generation, sequence: view.sequence };

function wrongMove(
  stand: Stand | null,
  { generation, sequence }: RoomView,
  synced: boolean,
): string | null {
  if (stand !== null && generation < stand.generation) {
    return `went back from generation ${stand.generation}`;
  }
  const from = stand?.generation === generation ? stand.sequence : null;
  if (from === null) {
    return synced ? null : `shows sequence ${sequence} without having got a snapshot`;
  }
  if (sequence <= from) return `went from sequence ${from} to ${sequence}`;
  return synced || sequence === from + 1
    ? null
    : `went from sequence ${from} to ${sequence} at a frame that is no answer`;
}

function roomOf(
  history: RunHistory,
  code: RoomCode | undefined,
  generation: number,
): GenerationHistory | undefined {
  if (code !== undefined) return history.generation(code, generation);
  for (const { generations } of history.codes.values()) {
    const room = generations.get(generation);
    if (room !== undefined) return room;
  }
  return undefined;
}

function wrongView(room: GenerationHistory | undefined, view: RoomView): string | null {
  const folded = room?.viewAt(view.sequence) ?? null;
  if (folded === null) return `shows sequence ${view.sequence}, which was not committed`;
  const difference = differenceOf(view, folded);
  return difference === null
    ? null
    : `shows room ${room?.code} at sequence ${view.sequence} with ${difference}`;
}
