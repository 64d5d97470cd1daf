/**
 * The room as one client sees it (P24): folds the events that may be applied, notices gaps, and keeps what arrives until
 * a gap is filled. No I/O: whoever drives it asks for a backfill when `needsBackfill` says so, and hands in the answer.
 *
 * Two things hold between any two calls: nothing is kept while no backfill is needed, and none is needed only when the
 * view stands at the highest number seen.
 */
import type { Sync } from '../core/backfill.ts';
import { applyToView, type PublicEvent, type RoomView } from '../core/view.ts';
import { type Position, REPLICA_RULES, type ReplicaRules, type Verdict } from './accept.ts';

/** How many events are kept while a backfill is under way; beyond, only the highest number is remembered. */
const KEEP_AT_MOST = 256;

/** What the answers to backfill, open, join and resume have in common. */
export interface SyncAnswer {
  readonly generation: number;
  readonly throughSequence: number;
  readonly sync: Sync;
}

/** How often what happened; for metrics only. */
export interface ReplicaCounts {
  readonly duplicatesDropped: number;
  /** Frames of another generation. */
  readonly foreignDropped: number;
  /** Snapshots that would have taken the view back. */
  readonly snapshotsDropped: number;
  /** Events that found no room to be kept. */
  readonly overflowed: number;
  readonly gapsRepaired: number;
}

export class Replica {
  readonly #rules: ReplicaRules;
  readonly #keepAtMost: number;
  readonly #kept = new Map<number, PublicEvent>();
  readonly #counts = {
    duplicatesDropped: 0,
    foreignDropped: 0,
    snapshotsDropped: 0,
    overflowed: 0,
    gapsRepaired: 0,
  };
  #generation: number | null = null;
  #view: RoomView | null = null;
  #highest = 0;
  #needsBackfill = false;
  #succeededBy: number | null = null;

  constructor(rules: Partial<ReplicaRules> = {}, keepAtMost: number = KEEP_AT_MOST) {
    this.#rules = { ...REPLICA_RULES, ...rules };
    this.#keepAtMost = keepAtMost;
  }

  /** Null until the first snapshot, and after an `invalid_cursor`. */
  get view(): RoomView | null {
    return this.#view;
  }

  /** The last sequence applied; null asks for a snapshot. */
  get cursor(): number | null {
    return this.#view?.sequence ?? null;
  }

  /** The generation whose frames are taken; null before the first session. */
  get generation(): number | null {
    return this.#generation;
  }

  /** True from the moment a gap is seen until an answer has filled it. */
  get needsBackfill(): boolean {
    return this.#needsBackfill;
  }

  /** A later generation of the code, once seen: numbers never repeat, so this one is over (P18, P22). */
  get succeededBy(): number | null {
    return this.#succeededBy;
  }

  get counts(): ReplicaCounts {
    return { ...this.#counts };
  }

  /** Takes frames of `generation` from now on; what is known of another one is discarded. */
  begin(generation: number): void {
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#succeededBy = null;
    this.#forget();
    this.#needsBackfill = false;
  }

  event(event: PublicEvent): void {
    const verdict = this.#verdict(event);
    if (verdict === 'foreign') return this.#dropForeign(event.generation);
    if (verdict === 'duplicate') return this.#dropDuplicate();
    this.#highest = Math.max(this.#highest, event.sequence);
    if (verdict === 'apply' && !this.#needsBackfill) return this.#apply(event);
    this.#keep(event);
    this.#needsBackfill = true;
  }

  pulse(generation: number, revision: number): void {
    if (generation !== this.#generation) return this.#dropForeign(generation);
    if (!this.#rules.isBehind(this.#at(), revision)) return;
    this.#highest = Math.max(this.#highest, revision);
    this.#needsBackfill = true;
  }

  /** An answer to a backfill or a session request, early or late; afterwards a higher number seen is a gap again. */
  answer({ generation, throughSequence, sync }: SyncAnswer): void {
    if (generation !== this.#generation) return this.#dropForeign(generation);
    if (sync.kind === 'snapshot') this.#takeSnapshot(sync.snapshot);
    else this.#applyRun(sync.events);
    this.#highest = Math.max(this.#highest, throughSequence);
    this.#drain();
    const gap = this.#rules.isBehind(this.#at(), this.#highest);
    if (this.#needsBackfill && !gap) this.#counts.gapsRepaired += 1;
    this.#needsBackfill = gap;
  }

  /** `invalid_cursor`: the view is of a history that the room does not have. Only a snapshot helps. */
  discard(): void {
    this.#forget();
    this.#needsBackfill = true;
  }

  #at(): Position {
    return { generation: this.#generation, cursor: this.cursor };
  }

  /** Whatever the rule says, an event changes a view and does not make one. */
  #verdict(event: PublicEvent): Verdict {
    const verdict = this.#rules.accepts(this.#at(), event);
    return verdict === 'apply' && this.#view === null ? 'gap' : verdict;
  }

  #apply(event: PublicEvent): void {
    this.#view = applyToView(this.#view, event);
  }

  #applyRun(events: readonly PublicEvent[]): void {
    for (const event of events) {
      const verdict = this.#verdict(event);
      if (verdict === 'apply') this.#apply(event);
      else if (verdict === 'duplicate') this.#dropDuplicate();
    }
  }

  #takeSnapshot(snapshot: RoomView): void {
    if (this.#rules.takesSnapshot(this.#at(), snapshot)) this.#view = snapshot;
    else this.#counts.snapshotsDropped += 1;
  }

  #keep(event: PublicEvent): void {
    if (this.#kept.has(event.sequence)) return this.#dropDuplicate();
    if (this.#kept.size < this.#keepAtMost) this.#kept.set(event.sequence, event);
    else this.#counts.overflowed += 1;
  }

  /** What was kept and still cannot be applied is let go: the next answer brings it. */
  #drain(): void {
    const kept = [...this.#kept.values()].sort((a, b) => a.sequence - b.sequence);
    this.#kept.clear();
    this.#applyRun(kept);
  }

  #forget(): void {
    this.#view = null;
    this.#kept.clear();
    this.#highest = 0;
  }

  #dropDuplicate(): void {
    this.#counts.duplicatesDropped += 1;
  }

  #dropForeign(generation: number): void {
    this.#counts.foreignDropped += 1;
    const own = this.#generation;
    if (own !== null && generation > own) {
      this.#succeededBy = Math.max(generation, this.#succeededBy ?? 0);
    }
  }
}
