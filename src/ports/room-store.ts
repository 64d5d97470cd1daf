/**
 * The store of rooms: one atomic commit, one clock, one outbox (P2, P3, P21, P22).
 *
 * Every method may reject with `StoreUnavailable`; a commit that rejects may or may not have happened.
 */
import type { EventLog } from '../core/backfill.ts';
import type { Decision } from '../core/decide.ts';
import type { DecisionContext } from '../core/draft.ts';
import type { RoomEvent } from '../core/event.ts';
import type {
  ConnectionId,
  InstanceId,
  MemberId,
  RequestId,
  RoomCode,
  StoreTime,
} from '../core/ids.ts';
import type { RefusalCode } from '../core/refusal.ts';
import type { CommittedReply } from '../core/reply.ts';
import type { RoomState } from '../core/state.ts';

/** The store could not be reached, or could not do it. Safe to repeat with the same request id. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** Where a request id is looked up (P20), and what it must have been to be the same command. */
export interface RequestKey {
  readonly scope: 'code' | 'generation';
  readonly requestId: RequestId;
  readonly identity: string;
}

/** The first outcome of a request; only committed outcomes are recorded. */
export interface RequestRecord {
  readonly identity: string;
  readonly reply: CommittedReply;
}

/** The latest generation of a code and a request's record: one read, at one revision (P20). */
export interface LoadedRoom {
  /** Null: the code was never opened. A closed generation stays until the code is reopened. */
  readonly state: RoomState | null;
  readonly record: RequestRecord | null;
}

/** The latest generation of a code and its retained events after a cursor: one read, at one revision (P23). */
export interface LoadedLog {
  readonly state: RoomState | null;
  readonly log: EventLog;
}

/** A transport that is attached in committed state. */
export interface CommittedAttachment {
  readonly code: RoomCode;
  readonly generation: number;
  readonly memberId: MemberId;
  readonly connectionId: ConnectionId;
}

/** What compare-and-swap compares; null: the code was never opened. */
export type Head = { readonly generation: number; readonly revision: number };

export interface CommitRequest {
  readonly code: RoomCode;
  readonly expected: Head | null;
  /** Recorded with the commit; null for commands that carry no request id. */
  readonly request: RequestKey | null;
  /** Pure; called inside the commit, at its store time, if the room is still as expected. */
  readonly decide: (context: DecisionContext) => Decision;
}

/** What the decision came to; only `commit` has changed anything. */
export type CommitOutcome = Decision | { readonly kind: 'conflict' };

/** A place in the store-wide order of commits; 0 is before the first. */
export type Position = number;

export interface TailBatch {
  readonly entries: readonly { readonly code: RoomCode; readonly event: RoomEvent }[];
  /** Where to go on from. */
  readonly position: Position;
}

/** The exclusive right, until it lapses, to publish one room's records to one target (P21). */
export interface Claim {
  readonly target: string;
  readonly code: RoomCode;
  readonly generation: number;
  /** Rises with every claim of this room and target; the acknowledgement must carry the latest. */
  readonly fence: number;
  /** The unacknowledged records, in order; at most as many as asked for. */
  readonly records: readonly RoomEvent[];
}

/** P21: a record that halts its room at its target, until an operator redrives or drops it. */
export interface HaltedRecord {
  readonly target: string;
  readonly code: RoomCode;
  readonly generation: number;
  readonly sequence: number;
}

/** How long what is kept, in ms of store time (P22). */
export interface Retention {
  /** Acknowledged events and closed generations. */
  readonly eventsMs: number;
  readonly requestsMs: number;
}

/** The place that a reader wants to see at least; places compare by generation, then by sequence (P27). */
export interface AtLeast {
  readonly generation: number;
  readonly sequence: number;
}

/** The projection of a room, at a revision that the state names; or why there is none to be had (P27). */
export type ProjectedRead =
  | { readonly kind: 'state'; readonly state: RoomState }
  | {
      readonly kind: 'refused';
      /** `invalid_cursor`: beyond the head of the log. `behind`: the projector has not come that far. */
      readonly code: Extract<RefusalCode, 'unknown_room' | 'invalid_cursor' | 'behind'>;
    };

/** What the projector of a ledger makes of its log, and may lag behind it (P27). Nothing is decided on it. */
export interface Projection {
  /** The store-wide position up to which it has been brought; that of the store when it does not lag. */
  position(): Position;
  /** Brings it on by at most `limit` events, in commit order; how many. Fewer than `limit`: it does not lag. */
  project(limit: number): number;
  /** Null: whatever the projection has. */
  readAtLeast(code: RoomCode, atLeast: AtLeast | null): ProjectedRead;
  /** Throws it away; `project` builds it again, from checkpoints and the events after them, to the same bytes. */
  dropProjection(): void;
}

/**
 * What a store does, at one instant each. Both engines (memory, SQLite) are synchronous; the asynchronous `RoomStore`
 * puts a transport in front of one.
 */
export interface StoreEngine {
  /** P2: never decreases, also not over a restart. */
  now(): StoreTime;
  load(code: RoomCode, request: RequestKey | null): LoadedRoom;
  /** The log is fixed at this instant: later commits do not show in it. */
  loadLog(code: RoomCode, after: number | null): LoadedLog;
  commit(request: CommitRequest): CommitOutcome;
  /** The last committed position. */
  position(): Position;
  /** Committed events after `position`, in commit order. */
  tail(position: Position, limit: number): TailBatch;
  /** The heads of those of `codes` that exist, for pulses. */
  heads(codes: readonly RoomCode[]): readonly (Head & { readonly code: RoomCode })[];
  /** Registers or renews an instance's heartbeat; a void instance's is refused (P12). */
  heartbeat(instance: InstanceId): 'live' | 'void';
  /** Whether the instance's heartbeat is young enough. */
  isLive(instance: InstanceId): boolean;
  /** What is attached through the instance in open rooms, by code and member order (P5). */
  attachments(instance: InstanceId): readonly CommittedAttachment[];
  /** Open rooms whose wake time has come, earliest first. */
  due(limit: number): readonly RoomCode[];
  /** The earliest wake time of all rooms; null if none is armed. */
  nextWake(): StoreTime | null;
  /** The wake time that is armed for the code's latest generation; null: none. */
  armed(code: RoomCode): StoreTime | null;
  /** Open rooms with members attached through void instances (P12). */
  haunted(limit: number): readonly RoomCode[];
  /** Claims the longest-waiting room that has records for `target` under no live claim; null if there is none. */
  claim(target: string, claimMs: number, limit: number): Claim | null;
  /** Moves the watermark; refused under a lapsed or superseded claim. Ends the claim. */
  acknowledge(claim: Claim, through: number): 'acknowledged' | 'refused';
  /**
   * Moves the watermark and notes that the record after it has failed once more. From `haltAfter` failures on it halts
   * the room at the target; until then the claim goes on until it lapses, so that others do not try at once.
   */
  fail(claim: Claim, through: number, haltAfter: number): 'put_off' | 'halted' | 'refused';
  /** What is halted, by target and in order of generations. */
  halted(limit: number): readonly HaltedRecord[];
  /** Lets a halted record be tried again; false: it is not halted (any more). */
  redrive(record: HaltedRecord): boolean;
  /** Gives a halted record up, and goes on after it; false: it is not halted (any more). */
  drop(record: HaltedRecord): boolean;
  /** Drops what retention no longer keeps, at most `limit` rooms at a time; how many rooms were touched. */
  compact(retention: Retention, limit: number): number;
  close(): void;
  /** Of the ledger shape only (P27). */
  readonly projection?: Projection | undefined;
}

type Async<Fn> = Fn extends (...args: infer Args) => infer Result
  ? (...args: Args) => Promise<Result>
  : never;

/** The projection as processes see it. */
export interface RoomProjection {
  /** Waits up to `waitMs` for something to project. */
  project(limit: number, waitMs: number): Promise<number>;
  /** Waits up to `waitMs` for the projection to come that far, then answers `behind`. */
  readAtLeast(code: RoomCode, atLeast: AtLeast | null, waitMs: number): Promise<ProjectedRead>;
  readonly dropProjection: Async<Projection['dropProjection']>;
}

/** The store as services and workers see it: every call is a scheduling point (H5). */
export interface RoomStore {
  readonly load: Async<StoreEngine['load']>;
  readonly loadLog: Async<StoreEngine['loadLog']>;
  readonly commit: Async<StoreEngine['commit']>;
  readonly heads: Async<StoreEngine['heads']>;
  readonly heartbeat: Async<StoreEngine['heartbeat']>;
  readonly attachments: Async<StoreEngine['attachments']>;
  readonly haunted: Async<StoreEngine['haunted']>;
  readonly acknowledge: Async<StoreEngine['acknowledge']>;
  readonly fail: Async<StoreEngine['fail']>;
  readonly halted: Async<StoreEngine['halted']>;
  readonly redrive: Async<StoreEngine['redrive']>;
  readonly drop: Async<StoreEngine['drop']>;
  readonly compact: Async<StoreEngine['compact']>;
  /** The last committed position: where a new instance starts to tail. */
  readonly position: Async<StoreEngine['position']>;
  /** Waits up to `waitMs` for something to return. */
  tail(position: Position, limit: number, waitMs: number): Promise<TailBatch>;
  /** Waits up to `waitMs` for a room to be due. */
  due(limit: number, waitMs: number): Promise<readonly RoomCode[]>;
  /** Waits up to `waitMs` for records to publish. */
  claim(target: string, claimMs: number, limit: number, waitMs: number): Promise<Claim | null>;
  /** Of the ledger shape only (P27): who finds it runs a projector. */
  readonly projection?: RoomProjection | undefined;
}
