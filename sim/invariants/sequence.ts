/**
 * INV-SEQUENCE guards P3 and the numbering of P18: the events of a generation are numbered 1, 2, 3, … without a gap or a
 * repetition, the last number is the room's revision, all events of a commit carry its generation and store time;
 * generations get ever higher numbers, over all rooms, and begin only when the earlier one of the code has closed; and
 * nothing changes but by a commit: what a commit finds is field by field what the one before it left. It keeps the last
 * state of each code itself, and at the end asks the store what it holds.
 */
import type { RoomCode } from '../../src/core/ids.ts';
import type { Commit, RoomState } from '../system-under-test.ts';
import type { Invariant } from './invariant.ts';
import { differenceOf } from './state-difference.ts';

export const sequence: Invariant = {
  id: 'INV-SEQUENCE',
  rules: ['P3', 'P18'],
  summary:
    'sequences and generations count without gap or repetition, and nothing changes but by a commit',
  watch: ({ system, violated }) => {
    const left = new Map<RoomCode, RoomState>();
    let generations = 0;
    const complain = (rule: string, { code, after }: Commit, what: string): void =>
      violated(`${rule}: in room ${code}, generation ${after.generation}, ${what}`);

    return {
      committed(commit) {
        const { code, after, events } = commit;
        const earlier = left.get(code) ?? null;
        const changed = differenceOf(earlier, commit.before);
        if (changed !== null) {
          complain('P3', commit, `${changed} between two commits, without one`);
        }
        const opens = earlier?.generation !== after.generation;
        if (opens) {
          const wrong = wrongOpening(commit, earlier, generations);
          if (wrong !== null) complain('P18', commit, wrong);
          generations = Math.max(generations, after.generation);
        }
        const wrong = wrongNumbers(commit, opens ? 0 : earlier.revision);
        if (wrong !== null) complain('P3', commit, wrong);
        if (events.length === 0) complain('P3', commit, 'a commit has no event');
        if (after.code !== code) complain('P3', commit, `the state is that of room ${after.code}`);
        left.set(code, after);
      },
      ended() {
        for (const [code, state] of left) {
          const changed = differenceOf(state, system.inspect(code));
          if (changed === null) continue;
          violated(
            `P3: in room ${code}, generation ${state.generation}, ${changed} after the last commit, without one`,
          );
        }
      },
    };
  },
};

/** P18: a generation opens with `room.opened`, under a number above all earlier ones, when no other is live. */
function wrongOpening(
  { after, events }: Commit,
  earlier: RoomState | null,
  generations: number,
): string | null {
  if (events[0]?.kind !== 'room.opened') {
    return `a generation begins with ${events[0]?.kind ?? 'nothing'} instead of room.opened`;
  }
  if (after.generation <= generations) {
    return `the new generation must have a number above ${generations}, the highest so far of all rooms`;
  }
  if (earlier !== null && earlier.closed === null) {
    return `a generation begins while generation ${earlier.generation} of the code is not closed`;
  }
  return null;
}

function wrongNumbers({ after, events, at }: Commit, last: number): string | null {
  let expected = last;
  for (const { kind, generation, sequence: number, at: time } of events) {
    expected += 1;
    if (number !== expected) {
      return `${kind} has sequence ${number} where ${expected} comes next`;
    }
    if (generation !== after.generation) {
      return `${kind} with sequence ${number} carries generation ${generation}`;
    }
    if (time !== at) {
      return `${kind} with sequence ${number} carries store time ${time}, its commit was at ${at}`;
    }
    if (kind === 'room.opened' && number !== 1) {
      return `room.opened stands at sequence ${number}, but a generation opens once, at 1`;
    }
  }
  return after.revision === expected
    ? null
    : `the revision is ${after.revision}, but the last event has sequence ${expected}`;
}
