/** What a scenario expects of its run, and whether the race that it scripts was reached (harness §4, INV-EXPECTATION). */
import type { Settled } from '../../src/client/client-options.ts';
import { roomCode } from '../../src/core/ids.ts';
import type { RoomView } from '../../src/core/view.ts';
import type { Commit, RunningSystem } from '../system-under-test.ts';
import type { Hold } from '../kernel/gates.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { written } from '../plan/duration.ts';
import { eventLine, matchesLine } from '../plan/event-lines.ts';
import type { Expectation, RoomExpectation, RoomOutcome } from '../plan/scenario.ts';
import type { RunFailure } from './run-failure.ts';

/** A scenario's expectation, with the rules that it is about. */
export interface Expected {
  readonly rules: readonly string[];
  readonly expect: Expectation;
}

export class ExpectationWitness {
  readonly #expected: Expected;
  readonly #committed = new Map<string, string[]>();
  readonly #lines = new Map<string, string>();
  readonly #refused = new Set<string>();
  readonly #seen = new Map<string, string[]>();

  constructor(expected: Expected) {
    this.#expected = expected;
  }

  committed({ code, events }: Commit): void {
    const lines = listOf(this.#committed, code);
    for (const event of events) {
      const line = eventLine(event);
      lines.push(line);
      this.#lines.set(`${event.generation}:${event.sequence}`, line);
    }
  }

  settled(member: string, { result }: Settled): void {
    this.#refused.add(`${member} ${result}`);
  }

  /** What a page applied event by event; a snapshot is not among it. */
  viewed(
    member: string,
    before: RoomView | null,
    after: RoomView | null,
    bySnapshot: boolean,
  ): void {
    if (after === null || bySnapshot) return;
    const lines = listOf(this.#seen, member);
    const from = before?.generation === after.generation ? before.sequence : 0;
    for (let sequence = from + 1; sequence <= after.sequence; sequence++) {
      lines.push(
        this.#lines.get(`${after.generation}:${sequence}`) ?? `(not committed: ${sequence})`,
      );
    }
  }

  /** Null if everything is as expected. */
  failure(system: RunningSystem, kernel: Kernel): RunFailure | null {
    const message = this.#missedRace(kernel) ?? this.#broken(system);
    if (message === null) return null;
    return {
      kind: 'safety',
      invariant: 'INV-EXPECTATION',
      rules: this.#expected.rules,
      message,
      step: kernel.eventIndex,
      virtualMs: kernel.nowMs,
    };
  }

  #missedRace(kernel: Kernel): string | null {
    const [missed] = kernel.gates.unreached();
    return missed === undefined ? null : `the race was not reached: ${described(missed)}`;
  }

  #broken(system: RunningSystem): string | null {
    const { rooms, refused, sees } = this.#expected.expect;
    for (const room of rooms) {
      const wrong = this.#wrongRoom(room, system);
      if (wrong !== null) return `room ${room.room}: ${wrong}`;
    }
    for (const { member, code } of refused) {
      if (!this.#refused.has(`${member} ${code}`)) {
        return `${member} was never refused with ${code}; it got: ${this.#answersOf(member)}`;
      }
    }
    for (const { member, events } of sees) {
      const wrong = difference(events, this.#seen.get(member) ?? []);
      if (wrong !== null) return `${member} sees ${wrong}`;
    }
    return null;
  }

  #answersOf(member: string): string {
    const answers = [...this.#refused].filter((line) => line.startsWith(`${member} `));
    return answers.map((line) => line.slice(member.length + 1)).join(', ') || 'no answer';
  }

  #wrongRoom(expected: RoomExpectation, system: RunningSystem): string | null {
    const lines = this.#committed.get(expected.room) ?? [];
    for (const pattern of expected.never) {
      const line = lines.find((candidate) => matchesLine(pattern, candidate));
      if (line !== undefined) return `"${line}" was committed, and must never be`;
    }
    for (const { pattern, count } of expected.counts) {
      const found = lines.filter((line) => matchesLine(pattern, line)).length;
      if (found !== count) return `"${pattern}" was committed ${found} times, expected ${count}`;
    }
    const wrongs = expected.outcomes.map((outcome) =>
      wrongOutcome(outcome, lines, system, expected.room),
    );
    if (wrongs.length === 0 || wrongs.includes(null)) return null;
    return wrongs.length === 1 ? (wrongs[0] ?? null) : `none of the outcomes: ${wrongs.join('; ')}`;
  }
}

function wrongOutcome(
  outcome: RoomOutcome,
  lines: readonly string[],
  system: RunningSystem,
  room: string,
): string | null {
  if (outcome.events !== undefined) {
    const wrong = difference(outcome.events, lines);
    if (wrong !== null) return `commits ${wrong}`;
  }
  const state = system.inspect(roomCode(room));
  if (state === null) return 'it was never opened';
  const { host, hostTerm, closed } = outcome;
  if (host !== undefined && state.host !== host)
    return `the host is ${state.host}, expected ${host}`;
  if (hostTerm !== undefined && state.hostTerm !== hostTerm) {
    return `the host term is ${state.hostTerm}, expected ${hostTerm}`;
  }
  if (closed === undefined || closed === state.closed) return null;
  return closed === null
    ? `it closed (${state.closed}), expected it open`
    : `it is ${state.closed === null ? 'open' : `closed (${state.closed})`}, expected closed (${closed})`;
}

/** The first place where two lists of lines differ, in words; null if they do not. */
function difference(expected: readonly string[], found: readonly string[]): string | null {
  const length = Math.max(expected.length, found.length);
  for (let i = 0; i < length; i++) {
    const want = expected[i];
    const got = found[i];
    if (want === got) continue;
    if (got === undefined) return `nothing as line ${i + 1}, expected "${want}"`;
    return want === undefined
      ? `"${got}" as line ${i + 1}, expected nothing more`
      : `"${got}" as line ${i + 1}, expected "${want}"`;
  }
  return null;
}

function described({ process, before, fromMs, until }: Hold): string {
  const end =
    until.kind === 'time' ? written(until.atMs) : `${until.process} has done ${until.operation}`;
  return `${process} was to be held before "${before}" from ${written(fromMs)} until ${end}`;
}

function listOf(map: Map<string, string[]>, key: string): string[] {
  const known = map.get(key);
  if (known !== undefined) return known;
  const list: string[] = [];
  map.set(key, list);
  return list;
}
