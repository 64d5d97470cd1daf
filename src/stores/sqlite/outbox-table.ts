/** Per generation of a room and publication target: a watermark, and at most one live claim (P21). */
import type { Database, Statement } from 'better-sqlite3';
import type { RoomCode, StoreTime } from '../../core/ids.ts';
import type { Position } from '../../ports/room-store.ts';

export interface ClaimedDelivery {
  readonly generation: number;
  readonly code: RoomCode;
  readonly watermark: number;
  readonly fence: number;
}

interface DeliveryRow {
  readonly watermark: number;
  readonly fence: number;
  readonly claimedUntil: number | null;
  readonly revision: number;
}

/** The position of the first record of a delivery that is not acknowledged; null: there is none. */
const NEXT_POSITION = `(
  SELECT position FROM events WHERE events.generation = deliveries.generation
    AND sequence > deliveries.watermark ORDER BY sequence LIMIT 1)`;

export class OutboxTable {
  readonly #isKnown: Statement<[string], number>;
  readonly #register: Statement<[string]>;
  readonly #oweRetained: Statement<[string]>;
  readonly #oweNew: Statement<[number]>;
  readonly #appended: Statement<[Position, number]>;
  readonly #longestWaiting: Statement<[string, number], ClaimedDelivery>;
  readonly #claim: Statement<[number, number, string]>;
  readonly #delivery: Statement<[number, string], DeliveryRow>;
  readonly #acknowledge: Statement<[number, number, string]>;
  readonly #locate: Statement<[number, string]>;
  readonly #locateAll: Statement<[string]>;

  constructor(db: Database) {
    this.#isKnown = db.prepare<[string], number>('SELECT 1 FROM targets WHERE target = ?').pluck();
    this.#register = db.prepare('INSERT INTO targets (target) VALUES (?)');
    this.#oweRetained = db.prepare(`
      INSERT INTO deliveries (generation, target, watermark, fence)
      SELECT generation, ?, retained_from - 1, 0 FROM generations`);
    this.#oweNew = db.prepare(`
      INSERT INTO deliveries (generation, target, watermark, fence)
      SELECT ?, target, 0, 0 FROM targets`);
    this.#appended = db.prepare(`
      UPDATE deliveries SET next_position = ? WHERE generation = ? AND next_position IS NULL`);
    this.#longestWaiting = db.prepare(`
      SELECT generation, code, watermark, fence FROM deliveries JOIN generations USING (generation)
      WHERE target = ? AND next_position IS NOT NULL
        AND (claimed_until IS NULL OR claimed_until <= ?)
      ORDER BY next_position LIMIT 1`);
    this.#claim = db.prepare(`
      UPDATE deliveries SET fence = fence + 1, claimed_until = ?
      WHERE generation = ? AND target = ?`);
    this.#delivery = db.prepare(`
      SELECT watermark, fence, claimed_until AS claimedUntil, revision
      FROM deliveries JOIN generations USING (generation) WHERE generation = ? AND target = ?`);
    this.#acknowledge = db.prepare(`
      UPDATE deliveries SET watermark = ?, claimed_until = NULL
      WHERE generation = ? AND target = ?`);
    this.#locate = db.prepare(`
      UPDATE deliveries SET next_position = ${NEXT_POSITION} WHERE generation = ? AND target = ?`);
    this.#locateAll = db.prepare(`
      UPDATE deliveries SET next_position = ${NEXT_POSITION} WHERE target = ?`);
  }

  /** A target is known from its first claim on, and owed every retained record. */
  register(target: string): void {
    if (this.#isKnown.get(target) !== undefined) return;
    this.#register.run(target);
    this.#oweRetained.run(target);
    this.#locateAll.run(target);
  }

  openGeneration(generation: number): void {
    this.#oweNew.run(generation);
  }

  /** Records were appended to the generation, the first of them at `position`. */
  appended(generation: number, position: Position): void {
    this.#appended.run(position, generation);
  }

  /** Null: no generation has records under no live claim. */
  claim(target: string, at: StoreTime, claimMs: number): ClaimedDelivery | null {
    const waiting = this.#longestWaiting.get(target, at);
    if (waiting === undefined) return null;
    this.#claim.run(at + claimMs, waiting.generation, target);
    return { ...waiting, fence: waiting.fence + 1 };
  }

  acknowledge(
    claim: { readonly target: string; readonly generation: number; readonly fence: number },
    through: number,
    at: StoreTime,
  ): 'acknowledged' | 'refused' {
    const { generation, target } = claim;
    const delivery = this.#delivery.get(generation, target);
    if (delivery === undefined || delivery.claimedUntil === null) return 'refused';
    if (delivery.fence !== claim.fence || at >= delivery.claimedUntil) return 'refused';
    if (!Number.isSafeInteger(through) || through > delivery.revision) return 'refused';
    this.#acknowledge.run(Math.max(delivery.watermark, through), generation, target);
    this.#locate.run(generation, target);
    return 'acknowledged';
  }
}
