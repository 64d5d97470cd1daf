/** P22: what retention no longer keeps goes, one generation of a room to a transaction, so that it can stop anywhere. */
import type { Database, Statement } from 'better-sqlite3';

/** Store times: what is older goes. */
export interface Cutoffs {
  readonly events: number;
  readonly requests: number;
}

interface Bounds {
  readonly generation: number;
  readonly events: number;
  readonly atMost: number;
}

interface GenerationRow {
  readonly code: string;
  readonly retainedFrom: number;
  /** The last droppable sequence; null: none. */
  readonly through: number | null;
  readonly revision: number;
  readonly isLatest: number;
}

/** Beyond every sequence, and every store time. */
const ANY = Number.MAX_SAFE_INTEGER;

/** The last sequence that every target has; with no target, the head. */
export const ACKNOWLEDGED = `coalesce(
  (SELECT min(watermark) FROM deliveries WHERE deliveries.generation = g.generation), g.revision)`;

const IS_LATEST = '(SELECT rooms.generation FROM rooms WHERE rooms.code = g.code) = g.generation';

export class Compaction {
  readonly #candidates: Statement<[Cutoffs & { readonly limit: number }], number>;
  readonly #generation: Statement<[Bounds], GenerationRow>;
  readonly #dropEvents: Statement<[number, number]>;
  readonly #keepFrom: Statement<[number, number]>;
  readonly #dropRequests: Statement<[string, number, number]>;
  readonly #dropDeliveries: Statement<[number]>;
  readonly #dropGeneration: Statement<[number]>;

  /** `droppable`: an expression, of a row of generations as g, for the last sequence that may go. */
  constructor(db: Database, droppable: string = ACKNOWLEDGED) {
    this.#candidates = db
      .prepare<[Cutoffs & { readonly limit: number }], number>(
        `SELECT generation FROM generations AS g WHERE
          EXISTS (SELECT 1 FROM events WHERE events.generation = g.generation
            AND sequence = g.retained_from AND at < @events AND sequence <= ${droppable})
          OR EXISTS (SELECT 1 FROM requests WHERE requests.code = g.code
            AND requests.generation = g.generation AND at < @requests)
          OR (${IS_LATEST} AND EXISTS (SELECT 1 FROM requests WHERE requests.code = g.code
            AND requests.generation = 0 AND at < @requests))
          OR (g.retained_from > g.revision AND NOT ${IS_LATEST})
        ORDER BY generation LIMIT @limit`,
      )
      .pluck();
    this.#generation = db.prepare(`
      SELECT g.code, g.revision, g.retained_from AS retainedFrom, ${IS_LATEST} AS isLatest,
        (SELECT max(sequence) FROM events WHERE events.generation = g.generation
          AND at < @events AND sequence <= min(@atMost, ${droppable})) AS through
      FROM generations AS g WHERE g.generation = @generation`);
    this.#dropEvents = db.prepare('DELETE FROM events WHERE generation = ? AND sequence <= ?');
    this.#keepFrom = db.prepare('UPDATE generations SET retained_from = ? WHERE generation = ?');
    this.#dropRequests = db.prepare(
      'DELETE FROM requests WHERE code = ? AND generation = ? AND at < ?',
    );
    this.#dropDeliveries = db.prepare('DELETE FROM deliveries WHERE generation = ?');
    this.#dropGeneration = db.prepare('DELETE FROM generations WHERE generation = ?');
  }

  /** The generations in which there is something to drop, in ascending order. */
  candidates(cutoffs: Cutoffs, limit: number): readonly number[] {
    return this.#candidates.all({ ...cutoffs, limit });
  }

  /** The last sequence of the generation that may go now; 0: none. */
  through(generation: number, { events }: Cutoffs): number {
    return this.#generation.get({ generation, events, atMost: ANY })?.through ?? 0;
  }

  /**
   * Looks again, since the candidates were read in another transaction; whether anything was dropped. `atMost`: the last
   * sequence that may go.
   */
  compact(generation: number, cutoffs: Cutoffs, atMost: number = ANY): boolean {
    const row = this.#generation.get({ generation, events: cutoffs.events, atMost });
    if (row === undefined) return false;
    const { code, through } = row;
    if (through !== null) {
      this.#dropEvents.run(generation, through);
      this.#keepFrom.run(through + 1, generation);
    }
    let requests = this.#dropRequests.run(code, generation, cutoffs.requests).changes;
    if (row.isLatest === 1) requests += this.#dropRequests.run(code, 0, cutoffs.requests).changes;
    const isSpent = row.isLatest === 0 && (through ?? row.retainedFrom - 1) >= row.revision;
    if (isSpent) this.#drop(code, generation);
    return through !== null || requests > 0 || isSpent;
  }

  /** An earlier generation goes with its last record; of the latest the state stays. */
  #drop(code: string, generation: number): void {
    this.#dropRequests.run(code, generation, ANY);
    this.#dropDeliveries.run(generation);
    this.#dropGeneration.run(generation);
  }
}
