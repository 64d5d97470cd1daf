/** Expectations, with every event, member and reason checked, so that none can hold for want of a right spelling. */
import type { Cast } from './cast.ts';
import { type LineProblem, lineProblem, NONE, patternProblem } from './event-lines.ts';
import { nearest } from './nearest.ts';
import type { Path, Problems } from './problem.ts';
import type { Expectation, RoomExpectation, RoomOutcome } from './scenario.ts';
import type {
  WrittenExpectation,
  WrittenOutcome,
  WrittenRoomExpectation,
} from './scenario-file.ts';

export function resolveExpectation(
  written: WrittenExpectation,
  cast: Cast,
  problems: Problems,
): Expectation {
  const sees = Object.entries(written.sees ?? {}).map(([member, events]) => {
    const path = ['expect', 'sees', member];
    if (cast.check('member', member, cast.members, path)) {
      checkLines(events, cast.membersOf(cast.roomOf(member)), path, problems);
    }
    return { member, events };
  });
  const refused = written.refused ?? [];
  for (const [i, { member }] of refused.entries()) {
    cast.check('member', member, cast.members, ['expect', 'refused', i, 'member']);
  }
  const rooms = resolveRooms(written, cast, problems);
  return { rooms, refused, sees };
}

const ROOM_KEYS = ['events', 'host', 'hostTerm', 'closed', 'oneOf', 'never', 'counts'];

/** With one room its expectations stand directly under `expect`; with several, under their codes. */
function resolveRooms(
  written: WrittenExpectation,
  cast: Cast,
  problems: Problems,
): readonly RoomExpectation[] {
  const [only] = cast.rooms;
  const direct = ROOM_KEYS.filter((key) => key in written);
  const rooms = Object.entries(written.rooms ?? {}).flatMap(([room, expectation]) => {
    const path = ['expect', 'rooms', room];
    if (!cast.check('room', room, cast.rooms, path)) return [];
    return [resolveRoom(room, expectation, path, cast, problems)];
  });
  if (direct.length === 0 || only === undefined) return rooms;
  if (cast.rooms.length === 1) {
    return [resolveRoom(only, written, ['expect'], cast, problems), ...rooms];
  }
  for (const key of direct) {
    problems.add(
      ['expect', key],
      `with several rooms ${key} stands under rooms, by code`,
      null,
      'key',
    );
  }
  return rooms;
}

function resolveRoom(
  room: string,
  written: WrittenRoomExpectation,
  path: Path,
  cast: Cast,
  problems: Problems,
): RoomExpectation {
  const members = cast.membersOf(room);
  const common = resolveOutcome(written, members, path, problems);
  const outcomes = (written.oneOf ?? []).map((alternative, i) => {
    const either = resolveOutcome(alternative, members, [...path, 'oneOf', i], problems);
    return joined(common, either);
  });
  const never = written.never ?? [];
  for (const [i, pattern] of never.entries()) {
    report(patternProblem(pattern, members), [...path, 'never', i], problems);
  }
  const counts = Object.entries(written.counts ?? {}).map(([pattern, count]) => {
    report(patternProblem(pattern, members), [...path, 'counts', pattern], problems, 'key');
    return { pattern, count };
  });
  return { room, outcomes: outcomes.length === 0 ? [common] : outcomes, never, counts };
}

/** An alternative goes on after what is common to all. */
function joined(common: RoomOutcome, either: RoomOutcome): RoomOutcome {
  const { events: first } = common;
  const { events: then } = either;
  const events =
    first === undefined && then === undefined
      ? {}
      : { events: [...(first ?? []), ...(then ?? [])] };
  return { ...common, ...either, ...events };
}

function resolveOutcome(
  { events, host, hostTerm, closed }: WrittenOutcome,
  members: readonly string[],
  path: Path,
  problems: Problems,
): RoomOutcome {
  checkLines(events ?? [], members, [...path, 'events'], problems);
  if (host !== undefined && host !== NONE && !members.includes(host)) {
    problems.add([...path, 'host'], `unknown member "${host}"`, nearest(host, [...members, NONE]));
  }
  return {
    ...(events === undefined ? {} : { events }),
    ...(host === undefined ? {} : { host: host === NONE ? null : host }),
    ...(hostTerm === undefined ? {} : { hostTerm }),
    ...(closed === undefined ? {} : { closed: closed === false ? null : closed }),
  };
}

function checkLines(
  lines: readonly string[],
  members: readonly string[],
  path: Path,
  problems: Problems,
): void {
  for (const [i, line] of lines.entries()) {
    report(lineProblem(line, members), [...path, i], problems);
  }
}

function report(
  problem: LineProblem | null,
  path: Path,
  problems: Problems,
  at: 'key' | 'value' = 'value',
): void {
  if (problem === null) return;
  problems.add(path, problem.message, nearest(problem.word, problem.allowed), at);
}
