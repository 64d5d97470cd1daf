/** Who and what a scenario's steps may name, and how its times are read. */
import type { Settings } from '../../src/core/settings.ts';
import { durationMs } from './duration.ts';
import { nearest } from './nearest.ts';
import type { Topology } from './plan.ts';
import type { Path, Problems } from './problem.ts';
import type { WrittenDuration, WrittenRoom } from './scenario-file.ts';

/** The longest run, in ms of virtual time. */
const LONGEST_MS = 86_400_000;

export class Cast {
  readonly members: readonly string[];
  readonly rooms: readonly string[];
  readonly servers: readonly string[];
  readonly processes: readonly string[];
  readonly settings: Settings;
  readonly #topology: Topology;
  readonly #problems: Problems;

  constructor(topology: Topology, settings: Settings, problems: Problems) {
    const numbered = (kind: string, count: number): readonly string[] =>
      Array.from({ length: count }, (_, i) => `${kind}-${i + 1}`);
    this.settings = settings;
    this.#topology = topology;
    this.#problems = problems;
    this.members = topology.members.map(({ name }) => name);
    this.rooms = topology.rooms.map(({ code }) => code);
    this.servers = numbered('server', topology.servers);
    this.processes = [...this.servers, ...numbered('worker', topology.workers)];
  }

  roomOf(member: string): string {
    return this.#topology.members.find(({ name }) => name === member)?.room ?? '';
  }

  membersOf(room: string): readonly string[] {
    return this.members.filter((member) => this.roomOf(member) === room);
  }

  /** A room's policy as it would be written. */
  policyOf(room: string): WrittenRoom {
    const planned = this.#topology.rooms.find(({ code }) => code === room)?.policy;
    if (planned === undefined) return {};
    const { succession, maxAbsenceMs, ...rest } = planned;
    return { ...rest, policy: succession, ...(maxAbsenceMs === null ? {} : { maxAbsenceMs }) };
  }

  /** Says so if the name is none of `known`. */
  check(kind: string, name: string, known: readonly string[], path: Path): boolean {
    if (known.includes(name)) return true;
    const all = known.length <= 8 ? `; there is ${known.join(', ')}` : '';
    this.#problems.add(path, `unknown ${kind} "${name}"${all}`, nearest(name, known));
    return false;
  }

  /** A duration in ms, at most a day; where it is wrong, NaN, of which nothing further can be said. */
  ms(written: WrittenDuration, path: Path): number {
    const ms = durationMs(written);
    if (ms === null) {
      this.#problems.add(path, `${written} is not a whole number of milliseconds`);
    } else if (Math.abs(ms) > LONGEST_MS) {
      this.#problems.add(path, `${written} is more than 24h, the longest run`);
    } else {
      return ms;
    }
    return Number.NaN;
  }
}
