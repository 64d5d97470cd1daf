/**
 * INV-PROJECTION guards P27: who asks a projection for at least a place is never answered with less, and a place that was
 * committed is never called invalid; what it answers is, to the byte, what was committed at the place that it names, also
 * after it was thrown away and built again; compaction never passes it; and once faults have stopped it comes up to its
 * log. Systems without a projection have nothing to hold.
 */
import type { RoomCode } from '../../src/core/ids.ts';
import type { AtLeast, ProjectedRead } from '../../src/ports/room-store.ts';
import type { Commit, RoomState, RunningSystem } from '../system-under-test.ts';
import type { Invariant, ReadFacts, WatchedRun } from './invariant.ts';
import { historyOf, type RunHistory } from './run-history.ts';

export const projection: Invariant = {
  id: 'INV-PROJECTION',
  rules: ['P27'],
  summary: 'a projection may lag, but is never answered as current, and is what the events say',
  watch: (run) => {
    const history = historyOf(run);
    const committed = new CommittedStates();
    const say = (code: RoomCode, wrong: string | null): void => {
      if (wrong !== null) run.violated(`P27: in room ${code} ${wrong}`);
    };
    return {
      committed(commit) {
        history.committed(commit);
        committed.add(commit);
      },
      read(asked, answer) {
        const { code } = asked;
        say(
          code,
          answer.kind === 'state'
            ? (tooOld(answer.state, asked.atLeast) ?? committed.wrong(code, answer.state))
            : wrongRefusal(answer.code, asked, history),
        );
        say(code, passed(run, code));
      },
      rebuilt(code, before, after) {
        say(code, wrongRebuild(before, after) ?? (after && committed.wrong(code, after)));
      },
      unsettled() {
        for (const code of history.codes.keys()) {
          const behind = isBehind(run.system, code);
          if (behind) return `P27: in room ${code} the projection does not come up to the log`;
        }
        return null;
      },
      ended() {
        for (const code of history.codes.keys()) say(code, passed(run, code));
      },
    };
  },
};

/** What each commit left; commits of a few events are not told apart further. */
class CommittedStates {
  readonly #states = new Map<string, RoomState>();

  add({ code, after }: Commit): void {
    this.#states.set(keyOf(code, after), after);
  }

  /** A batch of a projector may end within a commit: nothing stood there that it could be held against. */
  wrong(code: RoomCode, shown: RoomState): string | null {
    const state = this.#states.get(keyOf(code, shown));
    if (state === undefined || JSON.stringify(state) === JSON.stringify(shown)) return null;
    return `the projection at ${placeOf(shown)} is not what was committed there`;
  }
}

const keyOf = (code: RoomCode, state: RoomState): string => `${code} ${placeOf(state)}`;
const placeOf = ({ generation, revision }: RoomState): string => `${generation}:${revision}`;

const reaches = ({ generation, revision }: RoomState, place: AtLeast): boolean =>
  generation === place.generation ? revision >= place.sequence : generation > place.generation;

const tooOld = (state: RoomState, atLeast: AtLeast): string | null =>
  reaches(state, atLeast)
    ? null
    : `${placeOf(state)} was answered as at least ${atLeast.generation}:${atLeast.sequence}`;

/** `behind` says nothing that could be wrong; the others deny what was committed before it was asked for. */
function wrongRefusal(
  refusal: Extract<ProjectedRead, { readonly kind: 'refused' }>['code'],
  { code, atLeast, askedMs }: ReadFacts,
  history: RunHistory,
): string | null {
  if (refusal === 'behind') return null;
  const { generation, sequence } = atLeast;
  const event = history.generation(code, generation)?.events[sequence - 1];
  if (event === undefined || event.at >= askedMs) return null;
  return `the committed place ${generation}:${sequence} was refused: ${refusal}`;
}

function wrongRebuild(before: RoomState | null, after: RoomState | null): string | null {
  if (before === null) return null;
  const place = { generation: before.generation, sequence: before.revision };
  if (after === null || !reaches(after, place)) {
    return `the projection was at ${placeOf(before)}, and is at ${after === null ? 'nothing' : placeOf(after)} when built again`;
  }
  return placeOf(before) !== placeOf(after) || JSON.stringify(before) === JSON.stringify(after)
    ? null
    : `the projection at ${placeOf(before)} is another one when built again`;
}

/** What a rebuild, or a projector that lags, still needs must be there. */
function passed({ system }: WatchedRun, code: RoomCode): string | null {
  const state = system.inspect(code);
  const answer = system.projection?.answer(code, null);
  if (state === null || answer === undefined) return null;
  const { from } = system.retained(code);
  const shown = answer.kind === 'state' ? answer.state : null;
  const projected = shown?.generation === state.generation ? shown.revision : 0;
  return from <= projected + 1
    ? null
    : `the log begins at sequence ${from}, but the projection has only come to ${projected}`;
}

function isBehind(system: RunningSystem, code: RoomCode): boolean {
  const state = system.inspect(code);
  if (state === null || system.projection === undefined) return false;
  const head = { generation: state.generation, sequence: state.revision };
  return system.projection.answer(code, head).kind === 'refused';
}
