/** What was committed to one generation of a room, kept so that it can be looked up. For invariants only. */
import type { LeaveReason } from '../../src/core/event.ts';
import type { RoomCode } from '../../src/core/ids.ts';
import type { RoomEvent } from '../system-under-test.ts';
import { type FoldedView, foldView } from './folded-view.ts';

/**
 * One epoch of one member. Instants number everything that was observed in a run, so that of any two things it is known
 * which came first.
 */
export interface EpochFacts {
  readonly epoch: number;
  readonly session: string;
  /** Whether the commit that raised it began a new session: `open` or `join`. */
  readonly begins: boolean;
  /** The revision that the raising commit reached. */
  readonly revision: number;
  /** The transport that the raising commit attached; null: none. */
  readonly connection: string | null;
  /** The revision at which it was attached by a later commit; null: it was not. */
  attachedRevision: number | null;
  attachedConnection: string | null;
  readonly from: number;
  /** The instant from which on it was no longer the current one. */
  until: number;
}

export class MemberHistory {
  readonly epochs: Map<number, EpochFacts> = new Map();
  latest: EpochFacts | null = null;
  seated = false;
  /** The sequence at which it was removed. */
  removedAt: number | null = null;
  /** Why it last left. */
  left: LeaveReason | null = null;
}

export class GenerationHistory {
  readonly code: RoomCode;
  readonly generation: number;
  /** By sequence - 1. */
  readonly events: RoomEvent[] = [];
  readonly members: Map<string, MemberHistory> = new Map();
  /** The instant of its closing. */
  closedAt: number = Number.POSITIVE_INFINITY;
  /** The revision of the last commit. */
  head = 0;
  readonly #reached: number[] = [];
  readonly #views: FoldedView[] = [];

  constructor(code: RoomCode, generation: number) {
    this.code = code;
    this.generation = generation;
  }

  member(id: string): MemberHistory {
    const known = this.members.get(id);
    if (known !== undefined) return known;
    const created = new MemberHistory();
    this.members.set(id, created);
    return created;
  }

  epochOf(member: string, epoch: number): EpochFacts | undefined {
    return this.members.get(member)?.epochs.get(epoch);
  }

  /** A commit reached this revision. */
  reach(revision: number, instant: number): void {
    this.head = revision;
    this.#reached[revision] = instant;
  }

  /** The instant at which the room came to this revision; undefined: it never stood there. */
  reachedAt(revision: number): number | undefined {
    return this.#reached[revision];
  }

  /** Whether the room stood at this revision at some instant from `since` until now. */
  stoodAt(revision: number, since: number): boolean {
    if (this.#reached[revision] === undefined) return false;
    if (revision === this.head) return true;
    for (let next = revision + 1; next <= this.head; next++) {
      const instant = this.#reached[next];
      if (instant !== undefined) return instant > since;
    }
    return true;
  }

  /** The events of the commit that reached `revision`; none if there was no such commit. */
  commitOf(revision: number): readonly RoomEvent[] {
    if (this.#reached[revision] === undefined) return [];
    let from = revision - 1;
    while (from > 0 && this.#reached[from] === undefined) from -= 1;
    return this.events.slice(from, revision);
  }

  /** The room as members see it at a sequence; null: it has not been there. */
  viewAt(sequence: number): FoldedView | null {
    for (let done = this.#views.length; done < sequence; done++) {
      const event = this.events[done];
      if (event === undefined) return null;
      this.#views.push(foldView(this.#views[done - 1] ?? null, event));
    }
    return this.#views[sequence - 1] ?? null;
  }
}
