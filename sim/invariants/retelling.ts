/**
 * Retells every commit, event by event, to all invariants that listen: the room is folded once, from its first event on,
 * and each listener sees it as it stood just before the event. So an invariant costs as much as it looks at.
 */
import type { RoomCode } from '../../src/core/ids.ts';
import type { Commit, RoomEvent, RunningSystem } from '../system-under-test.ts';
import type { WatchedRun, Watcher } from './invariant.ts';
import { type ShadowRoom, shadowOf } from './shadow-room.ts';

export interface Listener {
  /** Before the first event of a commit. In one that opens a generation the room is still empty. */
  readonly begins?: (told: Telling) => void;
  readonly event?: (told: Telling, event: RoomEvent, index: number) => void;
  readonly ends?: (told: Telling) => void;
}

/** What is being told; one object for all commits of a run. */
export interface Telling {
  readonly commit: Commit;
  /** As it stands at this point of the commit. */
  readonly room: ShadowRoom;
  /** How many of the commit's first events re-arm after an outage (P12). */
  readonly rearms: number;
  /** With these, how many of its first events also make members of void instances absent, or hand over for that (P12). */
  readonly voids: number;
  readonly isLive: (instance: string) => boolean;
  readonly anyLive: () => boolean;
  /** How a complaint begins: the rule, and the place that is being told. */
  readonly where: (rule: string) => string;
}

const retellings = new WeakMap<RunningSystem, Retelling>();

/** Has `listener` told all that the system of the run commits. */
export function retold(
  { system }: Pick<WatchedRun, 'system'>,
  listener: Listener,
): Required<Pick<Watcher, 'committed'>> {
  const retelling = retellings.get(system) ?? new Retelling(system);
  retellings.set(system, retelling);
  retelling.add(listener);
  return { committed: (commit) => retelling.tell(commit) };
}

class Retelling {
  readonly #system: RunningSystem;
  readonly #rooms = new Map<RoomCode, ShadowRoom>();
  readonly #begins: NonNullable<Listener['begins']>[] = [];
  readonly #events: NonNullable<Listener['event']>[] = [];
  readonly #ends: NonNullable<Listener['ends']>[] = [];
  #told: (Telling & { commit: Commit; room: ShadowRoom; rearms: number; voids: number }) | null =
    null;
  #commit: Commit | null = null;
  #event: RoomEvent | null = null;
  #instance: string | null = null;
  #instanceLive = true;

  constructor(system: RunningSystem) {
    this.#system = system;
  }

  add({ begins, event, ends }: Listener): void {
    if (begins !== undefined) this.#begins.push(begins);
    if (event !== undefined) this.#events.push(event);
    if (ends !== undefined) this.#ends.push(ends);
  }

  /** Every watcher passes each commit on; it is told once. */
  tell(commit: Commit): void {
    if (commit === this.#commit) return;
    this.#commit = commit;
    this.#instance = null;
    this.#event = null;
    const told = this.#begin(commit);
    const { room } = told;
    for (const begins of this.#begins) begins(told);
    let index = 0;
    for (const event of commit.events) {
      this.#event = event;
      for (const listener of this.#events) listener(told, event, index);
      room.apply(event);
      index++;
    }
    this.#event = null;
    for (const ends of this.#ends) ends(told);
  }

  #begin(commit: Commit): Telling {
    const room = this.#roomBefore(commit);
    this.#told ??= {
      commit,
      room,
      rearms: 0,
      voids: 0,
      isLive: (instance) => this.#isLive(instance),
      anyLive: () => this.#system.anyLive(),
      where: (rule) => this.#where(rule),
    };
    this.#told.commit = commit;
    this.#told.room = room;
    this.#told.rearms = rearmsOf(commit);
    this.#told.voids = this.#voids(commit, room, this.#told.rearms);
    return this.#told;
  }

  #roomBefore({ code, before, events }: Commit): ShadowRoom {
    const known = this.#rooms.get(code);
    if (known !== undefined && events[0]?.kind !== 'room.opened') return known;
    const room = shadowOf(before, events);
    this.#rooms.set(code, room);
    return room;
  }

  /**
   * P12: absences of members whose instance is not live, and the handover of a host among them under `immediate`. While
   * no instance is live nobody is voided: who then becomes absent does so by its own disconnect or resume.
   */
  #voids({ events }: Commit, room: ShadowRoom, rearms: number): number {
    const count = this.#lost(events, room, rearms);
    return count > rearms && this.#system.anyLive() ? count : rearms;
  }

  #lost(events: readonly RoomEvent[], room: ShadowRoom, rearms: number): number {
    let count = rearms;
    for (let index = rearms; index < events.length; index++) {
      const event = events[index];
      if (event === undefined) break;
      if (event.kind === 'member.absent' || event.kind === 'host.absent') {
        const instance = room.members.get(event.memberId)?.instance ?? null;
        if (instance === null || this.#isLive(instance)) break;
      } else if (event.kind === 'host.changed') {
        const gone = events[count - 1];
        const handsOver =
          event.reason === 'immediate' &&
          gone?.kind === 'member.absent' &&
          gone.memberId === event.previous;
        return handsOver ? count + 1 : count;
      } else break;
      count++;
    }
    return count;
  }

  #isLive(instance: string): boolean {
    if (instance !== this.#instance) {
      this.#instance = instance;
      this.#instanceLive = this.#system.isLive(instance);
    }
    return this.#instanceLive;
  }

  #where(rule: string): string {
    const { code, after } = this.#commit ?? { code: '?', after: { generation: 0 } };
    const at = this.#event === null ? '' : ` at sequence ${this.#event.sequence},`;
    return `${rule}: in room ${code}, generation ${after.generation},${at}`;
  }
}

function rearmsOf({ events }: Commit): number {
  let count = 0;
  while (events[count]?.kind === 'lease.rearmed') count++;
  return count;
}
