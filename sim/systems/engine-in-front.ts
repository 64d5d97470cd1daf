/** A store engine in front of another: passes everything on; what stands in the way overrides what it changes. */
import type { InstanceId, RoomCode, StoreTime } from '../../src/core/ids.ts';
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
} from '../../src/ports/room-store.ts';

export class EngineInFront implements StoreEngine {
  protected readonly engine: StoreEngine;

  constructor(engine: StoreEngine) {
    this.engine = engine;
  }

  get projection(): Projection | undefined {
    return this.engine.projection;
  }
  now(): StoreTime {
    return this.engine.now();
  }
  load(code: RoomCode, request: RequestKey | null): LoadedRoom {
    return this.engine.load(code, request);
  }
  loadLog(code: RoomCode, after: number | null): LoadedLog {
    return this.engine.loadLog(code, after);
  }
  commit(request: CommitRequest): CommitOutcome {
    return this.engine.commit(request);
  }
  position(): Position {
    return this.engine.position();
  }
  tail(position: Position, limit: number): TailBatch {
    return this.engine.tail(position, limit);
  }
  heads(codes: readonly RoomCode[]): readonly (Head & { readonly code: RoomCode })[] {
    return this.engine.heads(codes);
  }
  heartbeat(instance: InstanceId): 'live' | 'void' {
    return this.engine.heartbeat(instance);
  }
  isLive(instance: InstanceId): boolean {
    return this.engine.isLive(instance);
  }
  attachments(instance: InstanceId): readonly CommittedAttachment[] {
    return this.engine.attachments(instance);
  }
  due(limit: number): readonly RoomCode[] {
    return this.engine.due(limit);
  }
  nextWake(): StoreTime | null {
    return this.engine.nextWake();
  }
  armed(code: RoomCode): StoreTime | null {
    return this.engine.armed(code);
  }
  haunted(limit: number): readonly RoomCode[] {
    return this.engine.haunted(limit);
  }
  claim(target: string, claimMs: number, limit: number): Claim | null {
    return this.engine.claim(target, claimMs, limit);
  }
  acknowledge(claim: Claim, through: number): 'acknowledged' | 'refused' {
    return this.engine.acknowledge(claim, through);
  }
  fail(claim: Claim, through: number, haltAfter: number): 'put_off' | 'halted' | 'refused' {
    return this.engine.fail(claim, through, haltAfter);
  }
  halted(limit: number): readonly HaltedRecord[] {
    return this.engine.halted(limit);
  }
  redrive(record: HaltedRecord): boolean {
    return this.engine.redrive(record);
  }
  drop(record: HaltedRecord): boolean {
    return this.engine.drop(record);
  }
  compact(retention: Retention, limit: number): number {
    return this.engine.compact(retention, limit);
  }
  close(): void {
    this.engine.close();
  }
}
