/** Per generation of a room and publication target: a watermark, and at most one live claim (P21). */
import type { Database, Statement } from 'better-sqlite3';
import type { RoomCode, StoreTime } from '../../core/ids.ts';
import type { HaltedRecord, Position } from '../../ports/room-store.ts';

export interface ClaimedDelivery {
  readonly generation: number;
  readonly code: RoomCode;
  readonly watermark: number;
  readonly fence: number;
}

type Fence = Pick<ClaimedDelivery, 'generation' | 'fence'> & { readonly target: string };

interface DeliveryRow {
  readonly watermark: number;
  readonly failures: number;
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
  readonly #advance: Statement<[number, number, string]>;
  readonly #release: Statement<[number, string]>;
  readonly #noteFailure: Statement<[number, string]>;
  readonly #halt: Statement<[number, string]>;
  readonly #halted: Statement<[number], HaltedRecord>;
  readonly #resume: Statement<[Omit<HaltedRecord, 'code'> & { readonly watermark: number }]>;
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
      WHERE target = ? AND next_position IS NOT NULL AND halted = 0
        AND (claimed_until IS NULL OR claimed_until <= ?)
      ORDER BY next_position LIMIT 1`);
    this.#claim = db.prepare(`
      UPDATE deliveries SET fence = fence + 1, claimed_until = ?
      WHERE generation = ? AND target = ?`);
    this.#delivery = db.prepare(`
      SELECT watermark, failures, fence, claimed_until AS claimedUntil, revision
      FROM deliveries JOIN generations USING (generation) WHERE generation = ? AND target = ?`);
    this.#advance = db.prepare(`
      UPDATE deliveries SET watermark = ?, failures = 0 WHERE generation = ? AND target = ?`);
    this.#release = db.prepare(`
      UPDATE deliveries SET claimed_until = NULL WHERE generation = ? AND target = ?`);
    this.#noteFailure = db.prepare(`
      UPDATE deliveries SET failures = failures + 1 WHERE generation = ? AND target = ?`);
    this.#halt = db.prepare(`
      UPDATE deliveries SET halted = 1 WHERE generation = ? AND target = ?`);
    this.#halted = db.prepare(`
      SELECT target, code, generation, watermark + 1 AS sequence
      FROM deliveries JOIN generations USING (generation)
      WHERE halted = 1 ORDER BY target, generation LIMIT ?`);
    this.#resume = db.prepare(`
      UPDATE deliveries SET halted = 0, failures = 0, watermark = @watermark
      WHERE generation = @generation AND target = @target AND halted = 1
        AND watermark + 1 = @sequence`);
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

  acknowledge(claim: Fence, through: number, at: StoreTime): 'acknowledged' | 'refused' {
    if (this.#advanced(claim, through, at) === null) return 'refused';
    this.#release.run(claim.generation, claim.target);
    return 'acknowledged';
  }

  fail(
    claim: Fence,
    through: number,
    haltAfter: number,
    at: StoreTime,
  ): 'put_off' | 'halted' | 'refused' {
    const failures = this.#advanced(claim, through, at);
    if (failures === null) return 'refused';
    const { generation, target } = claim;
    this.#noteFailure.run(generation, target);
    if (failures + 1 < haltAfter) return 'put_off';
    this.#halt.run(generation, target);
    this.#release.run(generation, target);
    return 'halted';
  }

  /** By target, in order of generations. */
  halted(limit: number): readonly HaltedRecord[] {
    return this.#halted.all(limit);
  }

  /** Goes on with the halted record, or without it; false: it is not halted. */
  resume({ target, generation, sequence }: HaltedRecord, without: boolean): boolean {
    const watermark = without ? sequence : sequence - 1;
    if (this.#resume.run({ target, generation, sequence, watermark }).changes === 0) return false;
    this.#locate.run(generation, target);
    return true;
  }

  /** Moves the watermark under a live claim; how often what comes after it has failed. Null: the claim has lapsed. */
  #advanced({ generation, target, fence }: Fence, through: number, at: StoreTime): number | null {
    const delivery = this.#delivery.get(generation, target);
    if (delivery === undefined || delivery.claimedUntil === null) return null;
    if (delivery.fence !== fence || at >= delivery.claimedUntil) return null;
    if (!Number.isSafeInteger(through) || through > delivery.revision) return null;
    if (through <= delivery.watermark) return delivery.failures;
    this.#advance.run(through, generation, target);
    this.#locate.run(generation, target);
    return 0;
  }
}
