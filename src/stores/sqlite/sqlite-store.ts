/**
 * A store in a SQLite file, which any number of processes of one machine may have open; of the coordinator shape (P26)
 * unless told otherwise. Every commit takes the write lock before it reads, so that commits stand in one order, and in it store time never decreases (P2, P3).
 */
import type { Database } from 'better-sqlite3';
import type { DecisionContext } from '../../core/draft.ts';
import type { InstanceId, RoomCode, StoreTime } from '../../core/ids.ts';
import type { MonotonicClock } from '../../ports/monotonic-clock.ts';
import type {
  Claim,
  CommitOutcome,
  CommitRequest,
  CommittedAttachment,
  HaltedRecord,
  Head,
  LoadedLog,
  LoadedRoom,
  Position,
  Projection,
  RequestKey,
  Retention,
  StoreEngine,
  TailBatch,
} from '../../ports/room-store.ts';
import { assertCommit, type Commit, isExpected, opensGeneration } from '../commit-check.ts';
import { NO_LOG, readLog } from '../read-log.ts';
import type { StoreSettings } from '../store-settings.ts';
import { coordinatorShape } from './coordinator-shape.ts';
import { InstanceTable } from './instance-table.ts';
import { type FileSettings, openDatabase } from './open-database.ts';
import { OutboxTable } from './outbox-table.ts';
import { type Counters, RoomTable, type RoomRow } from './room-table.ts';
import { TABLES } from './schema.ts';
import type { MakeShape, SqliteShape } from './sqlite-shape.ts';
import { StoreClock } from './store-clock.ts';
import { Transactions } from './transactions.ts';

export interface SqliteSettings extends StoreSettings, FileSettings {
  readonly clock: MonotonicClock;
}

export class SqliteStore implements StoreEngine {
  readonly projection: Projection | undefined;
  readonly #db: Database;
  readonly #targets: readonly string[];
  readonly #transactions: Transactions;
  readonly #shape: SqliteShape;
  readonly #clock: StoreClock;
  readonly #rooms: RoomTable;
  readonly #instances: InstanceTable;
  readonly #outbox: OutboxTable;

  /** Throws `StoreUnavailable`, naming the file and what is wrong with it, if it cannot be used. */
  constructor(settings: SqliteSettings, makeShape: MakeShape = coordinatorShape) {
    this.#db = openDatabase(settings, makeShape.shape);
    this.#targets = settings.targets ?? [];
    this.#transactions = new Transactions(this.#db, settings.path);
    this.#clock = new StoreClock(this.#db, settings.clock, settings.path);
    this.#rooms = new RoomTable(this.#db);
    this.#instances = new InstanceTable(this.#db, settings.heartbeatTimeoutMs);
    this.#outbox = new OutboxTable(this.#db);
    this.#shape = makeShape.of({
      db: this.#db,
      transactions: this.#transactions,
      rooms: this.#rooms,
    });
    this.projection = this.#shape.projection;
    try {
      this.#transactions.write(() => this.#start());
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  now(): StoreTime {
    return this.#transactions.read(() => this.#clock.now());
  }

  load(code: RoomCode, request: RequestKey | null): LoadedRoom {
    return this.#transactions.read(() => {
      const row = this.#rooms.room(code);
      if (row === undefined) return { state: null, record: null };
      const record = request === null ? null : this.#rooms.request(code, row.generation, request);
      return { state: this.#shape.state(row), record };
    });
  }

  loadLog(code: RoomCode, after: number | null): LoadedLog {
    return this.#transactions.read(() => {
      const row = this.#rooms.room(code);
      if (row === undefined) return { state: null, log: NO_LOG };
      const events = after === null ? [] : this.#rooms.eventsAfter(row.generation, after, -1);
      return { state: this.#shape.state(row), log: readLog(row.retainedFrom, after, events) };
    });
  }

  commit({ code, expected, request, decide }: CommitRequest): CommitOutcome {
    return this.#transactions.write(() => {
      const row = this.#rooms.room(code);
      const head = row ?? null;
      if (!isExpected(head, expected)) return { kind: 'conflict' };
      const counters = this.#rooms.counters();
      const context = this.#context(row, counters);
      const decision = decide(context);
      if (decision.kind === 'commit') {
        assertCommit(head, decision, context.nextGeneration);
        this.#write(row, decision, request, context.at, counters);
      }
      return decision;
    });
  }

  position(): Position {
    return this.#transactions.read(() => this.#rooms.counters().position);
  }

  tail(position: Position, limit: number): TailBatch {
    return this.#transactions.read(() => this.#rooms.tail(position, limit));
  }

  heads(codes: readonly RoomCode[]): readonly (Head & { readonly code: RoomCode })[] {
    return this.#transactions.read(() =>
      codes.flatMap((code) => {
        const head = this.#rooms.head(code);
        return head === undefined ? [] : [{ code, ...head }];
      }),
    );
  }

  heartbeat(instance: InstanceId): 'live' | 'void' {
    return this.#transactions.write(() => {
      const at = this.#clock.now();
      const outcome = this.#instances.beat(instance, at);
      if (outcome === 'live') this.#clock.stamp(at);
      return outcome;
    });
  }

  isLive(instance: InstanceId): boolean {
    return this.#transactions.read(() =>
      this.#instances.seenAt(this.#clock.now()).isLive(instance),
    );
  }

  attachments(instance: InstanceId): readonly CommittedAttachment[] {
    return this.#transactions.read(() => this.#instances.through(instance));
  }

  due(limit: number): readonly RoomCode[] {
    return this.#transactions.read(() => this.#rooms.due(this.#clock.now(), limit));
  }

  nextWake(): StoreTime | null {
    return this.#transactions.read(() => this.#rooms.nextWake());
  }

  armed(code: RoomCode): StoreTime | null {
    return this.#transactions.read(() => this.#rooms.armed(code));
  }

  haunted(limit: number): readonly RoomCode[] {
    return this.#transactions.read(() => this.#instances.haunted(this.#clock.now(), limit));
  }

  claim(target: string, claimMs: number, limit: number): Claim | null {
    return this.#transactions.write(() => {
      this.#outbox.register(target);
      const at = this.#clock.now();
      const delivery = this.#outbox.claim(target, at, claimMs);
      if (delivery === null) return null;
      this.#clock.stamp(at);
      const { code, generation, fence, watermark } = delivery;
      const records = this.#rooms.eventsAfter(generation, watermark, limit);
      return { target, code, generation, fence, records };
    });
  }

  acknowledge(claim: Claim, through: number): 'acknowledged' | 'refused' {
    return this.#transactions.write(() => {
      const at = this.#clock.now();
      const outcome = this.#outbox.acknowledge(claim, through, at);
      if (outcome === 'acknowledged') this.#clock.stamp(at);
      return outcome;
    });
  }

  fail(claim: Claim, through: number, haltAfter: number): 'put_off' | 'halted' | 'refused' {
    return this.#transactions.write(() => {
      const at = this.#clock.now();
      const outcome = this.#outbox.fail(claim, through, haltAfter, at);
      if (outcome !== 'refused') this.#clock.stamp(at);
      return outcome;
    });
  }

  halted(limit: number): readonly HaltedRecord[] {
    return this.#transactions.read(() => this.#outbox.halted(limit));
  }

  redrive(record: HaltedRecord): boolean {
    return this.#transactions.write(() => this.#outbox.resume(record, false));
  }

  drop(record: HaltedRecord): boolean {
    return this.#transactions.write(() => this.#outbox.resume(record, true));
  }

  compact({ eventsMs, requestsMs }: Retention, limit: number): number {
    const { cutoffs, generations } = this.#transactions.read(() => {
      const at = this.#clock.now();
      const oldest = { events: at - eventsMs, requests: at - requestsMs };
      return { cutoffs: oldest, generations: this.#shape.compactable(oldest, limit) };
    });
    return generations.filter((generation) => this.#shape.compact(generation, cutoffs)).length;
  }

  /** Empties the file: it is then as a new one, store time included, for every process that has it open. */
  reset(): void {
    this.#transactions.write(() => {
      for (const table of TABLES) this.#db.exec(`DELETE FROM ${table}`);
      this.#start();
    });
  }

  close(): void {
    this.#db.close();
  }

  #start(): void {
    this.#clock.start();
    this.#rooms.start();
    this.#shape.start();
    for (const target of this.#targets) this.#outbox.register(target);
  }

  #context(row: RoomRow | undefined, counters: Counters): DecisionContext {
    const at = this.#clock.now();
    return {
      at,
      instances: this.#instances.seenAt(at),
      log:
        row === undefined
          ? NO_LOG
          : {
              from: row.retainedFrom,
              after: (cursor) => this.#rooms.eventsAfter(row.generation, cursor, -1),
            },
      nextGeneration: counters.generation + 1,
    };
  }

  #write(
    row: RoomRow | undefined,
    commit: Commit,
    request: RequestKey | null,
    at: StoreTime,
    before: Counters,
  ): void {
    const { events, reply } = commit;
    const opens = opensGeneration(row ?? null, commit);
    if (opens) {
      this.#rooms.openGeneration(commit.state);
      this.#outbox.openGeneration(commit.state.generation);
    }
    let { position } = before;
    for (const event of events) this.#rooms.append(event, ++position);
    const state = this.#shape.write(opens ? undefined : row, commit);
    this.#rooms.count(opens ? state.generation : before.generation, position);
    if (request !== null) this.#rooms.record(state, request, reply, at);
    this.#instances.update(state);
    this.#outbox.appended(state.generation, before.position + 1);
    this.#clock.stamp(at);
  }
}
