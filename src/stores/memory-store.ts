/**
 * A store in memory, of the coordinator shape (P26) unless told otherwise: current state, bounded log, outbox. States and events are immutable, so they are
 * kept and handed out as they are. Nothing here depends on how many rooms there are but compaction and a new target.
 */
import { type InstanceId, type RoomCode, type StoreTime, storeTime } from '../core/ids.ts';
import type { RoomState } from '../core/state.ts';
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
  RequestKey,
  Retention,
  StoreEngine,
  TailBatch,
} from '../ports/room-store.ts';
import { addAttachments, attachedInstances } from './attached-instances.ts';
import { assertCommit, type Commit, isExpected, opensGeneration } from './commit-check.ts';
import { AttachmentIndex } from './memory/attachment-index.ts';
import { CommitLog } from './memory/commit-log.ts';
import { DeliveryQueue } from './memory/delivery-queue.ts';
import { GenerationLog } from './memory/generation-log.ts';
import { Heartbeats } from './memory/heartbeats.ts';
import { MemoryRoom } from './memory/memory-room.ts';
import { COORDINATOR, type MemoryShape } from './memory/memory-shape.ts';
import { WakeIndex } from './memory/wake-index.ts';
import { NO_LOG, readLog } from './read-log.ts';
import type { StoreSettings } from './store-settings.ts';

export class MemoryStore implements StoreEngine {
  readonly #clock: () => number;
  readonly #shape: MemoryShape;
  #now: StoreTime = storeTime(0);
  /** The last generation that was opened, of whatever code. */
  #generation = 0;
  readonly #rooms = new Map<RoomCode, MemoryRoom>();
  /** Every retained generation, in ascending order. */
  readonly #generations = new Map<number, GenerationLog>();
  readonly #commits = new CommitLog();
  readonly #queues = new Map<string, DeliveryQueue>();
  readonly #heartbeats: Heartbeats;
  readonly #attachments = new AttachmentIndex();
  readonly #wakes = new WakeIndex();

  /** `clock`: the store's clock in ms. Where it steps back, store time stands still (P2). */
  constructor(clock: () => number, settings: StoreSettings, shape: MemoryShape = COORDINATOR) {
    this.#clock = clock;
    this.#shape = shape;
    this.#heartbeats = new Heartbeats(settings.heartbeatTimeoutMs);
    for (const target of settings.targets ?? []) this.#queueOf(target);
  }

  now(): StoreTime {
    const reading = Math.floor(this.#clock());
    if (reading > this.#now) this.#now = storeTime(reading);
    return this.#now;
  }

  load(code: RoomCode, request: RequestKey | null): LoadedRoom {
    const room = this.#rooms.get(code);
    if (room === undefined) return { state: null, record: null };
    const record = request === null ? null : bookOf(room, request).find(request.requestId);
    return { state: room.state, record };
  }

  loadLog(code: RoomCode, after: number | null): LoadedLog {
    const room = this.#rooms.get(code);
    if (room === undefined) return { state: null, log: NO_LOG };
    const events = after === null ? [] : room.log.after(after);
    return { state: room.state, log: readLog(room.log.from, after, events) };
  }

  commit({ code, expected, request, decide }: CommitRequest): CommitOutcome {
    const room = this.#rooms.get(code);
    const head = room?.state ?? null;
    if (!isExpected(head, expected)) return { kind: 'conflict' };
    const at = this.now();
    const nextGeneration = this.#generation + 1;
    const decision = decide({
      at,
      instances: this.#heartbeats.seenAt(at),
      log: room?.log ?? NO_LOG,
      nextGeneration,
    });
    if (decision.kind === 'commit') {
      assertCommit(head, decision, nextGeneration);
      const state = this.#shape.stateAfter(head, decision);
      const target = this.#roomFor(code, room, decision);
      target.state = state;
      this.#write(target, decision, request, at);
    }
    return decision;
  }

  position(): Position {
    return this.#commits.position;
  }

  tail(position: Position, limit: number): TailBatch {
    return this.#commits.after(position, limit);
  }

  heads(codes: readonly RoomCode[]): readonly (Head & { readonly code: RoomCode })[] {
    return codes.flatMap((code) => {
      const state = this.#rooms.get(code)?.state;
      if (state === undefined) return [];
      return [{ code, generation: state.generation, revision: state.revision }];
    });
  }

  heartbeat(instance: InstanceId): 'live' | 'void' {
    return this.#heartbeats.beat(instance, this.now());
  }

  isLive(instance: InstanceId): boolean {
    return this.#heartbeats.isLive(instance, this.now());
  }

  attachments(instance: InstanceId): readonly CommittedAttachment[] {
    const found: CommittedAttachment[] = [];
    for (const code of this.#attachments.through(instance)) {
      const state = this.#rooms.get(code)?.state;
      if (state !== undefined) addAttachments(state, instance, found);
    }
    return found;
  }

  due(limit: number): readonly RoomCode[] {
    return this.#wakes.due(this.now(), limit);
  }

  nextWake(): StoreTime | null {
    return this.#wakes.next();
  }

  armed(code: RoomCode): StoreTime | null {
    return this.#rooms.get(code)?.timer.wakeAt ?? null;
  }

  haunted(limit: number): readonly RoomCode[] {
    const at = this.now();
    return this.#attachments.throughAny(
      (instance) => !this.#heartbeats.isLive(instance, at),
      limit,
    );
  }

  claim(target: string, claimMs: number, limit: number): Claim | null {
    const delivery = this.#queueOf(target).claim(this.now(), claimMs);
    if (delivery === null) return null;
    const { log, fence, watermark } = delivery;
    const records = log.after(watermark).slice(0, limit);
    return { target, code: log.code, generation: log.generation, fence, records };
  }

  acknowledge(claim: Claim, through: number): 'acknowledged' | 'refused' {
    const queue = this.#queues.get(claim.target);
    return queue?.acknowledge(claim, through, this.now()) ?? 'refused';
  }

  fail(claim: Claim, through: number, haltAfter: number): 'put_off' | 'halted' | 'refused' {
    const queue = this.#queues.get(claim.target);
    return queue?.fail(claim, through, haltAfter, this.now()) ?? 'refused';
  }

  halted(limit: number): readonly HaltedRecord[] {
    const all = [...this.#queues.keys()].sort().flatMap((target) =>
      [...this.#queueOf(target).halted()].map(({ log, sequence }) => {
        const { code, generation } = log;
        return { target, code, generation, sequence };
      }),
    );
    return all.slice(0, limit);
  }

  redrive({ target, generation, sequence }: HaltedRecord): boolean {
    return this.#queues.get(target)?.resume(generation, sequence, false) ?? false;
  }

  drop({ target, generation, sequence }: HaltedRecord): boolean {
    return this.#queues.get(target)?.resume(generation, sequence, true) ?? false;
  }

  compact(retention: Retention, limit: number): number {
    const at = this.now();
    const eventsBefore = storeTime(at - retention.eventsMs);
    const requestsBefore = storeTime(at - retention.requestsMs);
    let touched = 0;
    for (const log of this.#generations.values()) {
      if (touched >= limit) break;
      const events = this.#dropEvents(log, eventsBefore);
      const requests = this.#dropRequests(log, requestsBefore);
      const generation = this.#dropGeneration(log);
      if (events || requests || generation) touched += 1;
    }
    return touched;
  }

  close(): void {
    // Nothing is held that outlives the object.
  }

  /** Replaces the state of every room by what is made of its log. */
  protected reload(stateOf: (log: GenerationLog) => RoomState): void {
    for (const room of this.#rooms.values()) room.state = stateOf(room.log);
  }

  #roomFor(code: RoomCode, room: MemoryRoom | undefined, commit: Commit): MemoryRoom {
    if (room !== undefined && !opensGeneration(room?.state ?? null, commit)) return room;
    const { generation } = commit.state;
    const log = new GenerationLog(code, generation);
    this.#generation = generation;
    this.#generations.set(generation, log);
    if (room !== undefined) {
      room.log = log;
      return room;
    }
    const created = new MemoryRoom(code, commit.state, log);
    this.#rooms.set(code, created);
    return created;
  }

  #write(room: MemoryRoom, commit: Commit, request: RequestKey | null, at: StoreTime): void {
    const { log } = room;
    for (const event of commit.events) {
      this.#commits.append({ code: log.code, event });
      log.append(event, this.#commits.position);
    }
    if (request !== null) {
      const { identity, requestId } = request;
      bookOf(room, request).record(requestId, { identity, reply: commit.reply }, at);
    }
    const instances = attachedInstances(room.state);
    this.#attachments.update(log.code, room.instances, instances);
    room.instances = instances;
    this.#wakes.rearm(room.timer, room.state);
    for (const queue of this.#queues.values()) queue.appended(log);
  }

  /** A target is known from its first claim on, and owed every retained record. */
  #queueOf(target: string): DeliveryQueue {
    const known = this.#queues.get(target);
    if (known !== undefined) return known;
    const queue = new DeliveryQueue();
    for (const log of this.#generations.values()) queue.appended(log);
    this.#queues.set(target, queue);
    return queue;
  }

  #dropEvents(log: GenerationLog, before: StoreTime): boolean {
    let droppable = this.#shape.droppable(log);
    for (const queue of this.#queues.values()) {
      droppable = Math.min(droppable, queue.watermark(log.generation));
    }
    const through = log.lastBefore(before, droppable);
    if (through < log.from) return false;
    this.#shape.beforeDrop(log, through);
    this.#commits.drop(log.drop(through));
    return true;
  }

  /** The requests of a code are looked after with its latest generation. */
  #dropRequests(log: GenerationLog, before: StoreTime): boolean {
    const ofGeneration = log.requests.dropBefore(before);
    const room = this.#rooms.get(log.code);
    const ofCode = room?.log === log && room.requests.dropBefore(before);
    return ofGeneration || ofCode;
  }

  /** An earlier generation goes with its last record; of the latest the state stays. */
  #dropGeneration(log: GenerationLog): boolean {
    if (log.from <= log.head || this.#rooms.get(log.code)?.log === log) return false;
    this.#generations.delete(log.generation);
    for (const queue of this.#queues.values()) queue.forget(log.generation);
    return true;
  }
}

const bookOf = (room: MemoryRoom, { scope }: RequestKey): MemoryRoom['requests'] =>
  scope === 'code' ? room.requests : room.log.requests;
