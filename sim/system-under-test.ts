/**
 * The system under test as a port: how the simulator reaches it.
 *
 * A system is what is durable (`create`, once a run) and processes that are booted on it, crash, and are booted again.
 * It gets everything from outside through the ports it is handed; each call of them is a scheduling point. It speaks the
 * frames of `src/ports/network.ts` to the real client, and reports what it has committed. The built-in lobby is one
 * implementation, `examples/naive-lobby` another.
 */
import type { RoomEvent } from '../src/core/event.ts';
import type {
  ConnectionId,
  InstanceId,
  MemberId,
  RequestId,
  RoomCode,
  StoreTime,
} from '../src/core/ids.ts';
import type { Outage } from '../src/core/instances.ts';
import type { RoomPolicy } from '../src/core/policy.ts';
import type { Settings } from '../src/core/settings.ts';
import type { RoomState } from '../src/core/state.ts';
import type { PublicEvent, RoomView } from '../src/core/view.ts';
import type { Answer, Connection, RequestFrame, ServerFrame } from '../src/ports/network.ts';
import type { Publication, PublishOutcome } from '../src/ports/publisher.ts';
import type { Random } from '../src/ports/random.ts';
import type { AtLeast, ProjectedRead } from '../src/ports/room-store.ts';

export type {
  Answer,
  AtLeast,
  Connection,
  ConnectionId,
  InstanceId,
  MemberId,
  ProjectedRead,
  Publication,
  PublicEvent,
  PublishOutcome,
  Random,
  RequestFrame,
  RequestId,
  RoomCode,
  RoomEvent,
  RoomPolicy,
  RoomState,
  RoomView,
  ServerFrame,
  StoreTime,
};

export interface SystemUnderTest {
  readonly name: string;
  /** Whether its code uses the global `Date`, timers and `Math.random`; they are then virtual during a run. */
  readonly ambient?: boolean;
  /** Makes the durable part of a fresh system for one run. */
  create(run: RunPorts): RunningSystem;
}

export interface RunPorts {
  readonly settings: Settings;
  readonly policyOf: (code: RoomCode) => RoomPolicy;
  /** The store's own clock, in whole ms. */
  readonly storeNow: () => number;
  /** Publication targets by name; every event must reach each of them. */
  readonly targets: readonly string[];
  readonly observer: CommitObserver;
}

/** Where a system reports what became durable, in the step in which it did. */
export interface CommitObserver {
  /** One atomic change of one room: what the store held before and holds now, and the events that were recorded. */
  committed(commit: Commit): void;
  acknowledged(acknowledgement: Acknowledgement): void;
  /** A record halts its room at a target until an operator redrives or drops it (P21). */
  halted(record: DeadLetter): void;
  /** An operator has given a halted record up. */
  dropped(record: DeadLetter): void;
}

export interface DeadLetter {
  readonly target: string;
  readonly code: RoomCode;
  readonly generation: number;
  readonly sequence: number;
}

export interface Commit {
  readonly code: RoomCode;
  /** The latest generation of the code before; null: none. */
  readonly before: RoomState | null;
  readonly after: RoomState;
  readonly events: readonly RoomEvent[];
  /** Store time at which it was committed. */
  readonly at: StoreTime;
}

export interface Acknowledgement {
  readonly target: string;
  readonly code: RoomCode;
  readonly generation: number;
  readonly through: number;
  /** Whether its claim had lapsed by then, or was followed by another one; systems without claims: false. */
  readonly lapsed: boolean;
}

export interface RunningSystem {
  /** Boots a server process; it takes connections once the promise is kept. A fresh module graph would be made here. */
  bootServer(ports: ProcessPorts): Promise<ServerProcess>;
  /** Boots a process of background work; it goes on until the process ends. */
  bootWorker(ports: WorkerProcessPorts): Promise<void>;
  /** An operator's command; what came of it is in the commits. */
  operate(ports: ProcessPorts, code: RoomCode, command: OperatorCommand): Promise<void>;
  /** The committed state of the latest generation of a code; null: never opened. */
  inspect(code: RoomCode): RoomState | null;
  /** Whether the server instance counts as live in committed state; systems without instances say true (P12). */
  isLive(instanceId: string): boolean;
  /** Whether any server instance counts as live; while none does, nothing expires (P12). Systems without: true. */
  anyLive(): boolean;
  /** Every span in which none was, in order of their ends (P12). Systems without instances: none. */
  outages(): readonly Outage[];
  /** The retained events of a code's latest generation. */
  retained(code: RoomCode): { readonly from: number; readonly events: readonly RoomEvent[] };
  /** The timer that is armed for a code's latest generation; null: none (P25). */
  armed(code: RoomCode): StoreTime | null;
  /** Absent: readers see nothing but what was committed last. */
  readonly projection?: RunningProjection | undefined;
  /** Ends the run: closes files. */
  close(): void;
}

/** What the system shows to readers, which may lag behind what was committed (P27). */
export interface RunningProjection {
  /** A reader asks, at scheduling points: waits up to `waitMs` for the projection to come that far. */
  read(
    ports: ProcessPorts,
    code: RoomCode,
    atLeast: AtLeast | null,
    waitMs: number,
  ): Promise<ProjectedRead>;
  /** What it would answer now; null: whatever it has. */
  answer(code: RoomCode, atLeast: AtLeast | null): ProjectedRead;
  /** Throws it away, and builds it again up to the head of the log. */
  rebuild(): void;
}

export type OperatorCommand =
  | { readonly kind: 'remove'; readonly target: MemberId }
  | { readonly kind: 'set-eligible'; readonly target: MemberId; readonly eligible: boolean }
  | { readonly kind: 'end' }
  | { readonly kind: 'set-policy'; readonly policy: RoomPolicy }
  /** Of every halted record of the room (P21). */
  | { readonly kind: 'redrive' }
  | { readonly kind: 'drop-record' };

/** A server process, as the network sees it. */
export interface ServerProcess {
  accept(connection: Connection): void;
  receive(connectionId: Connection['connectionId'], frame: RequestFrame): void;
  closed(connectionId: Connection['connectionId']): void;
}

/** All that a process has of the outside world. */
export interface ProcessPorts {
  /** `server-1`, `worker-2`, … */
  readonly name: string;
  readonly clock: ProcessTime;
  readonly random: Random;
  /**
   * Does something to the shared store, at one instant, after a latency and under the faults of the run: it may fail
   * before, or be done and the answer lost; then it rejects with what `unavailable` makes.
   */
  call<T>(operation: string, run: () => T, unavailable: () => Error): Promise<T>;
  /** The same, but waits until there is something to take. */
  poll<T>(poll: Poll<T>): Promise<T>;
  /** Nobody is told; under a recording it is kept. */
  log(line: string): void;
}

export interface WorkerProcessPorts extends ProcessPorts {
  /** Delivers a record to a publication target outside. */
  publish(target: string, publication: Publication): Promise<PublishOutcome>;
}

export interface Poll<T> {
  readonly operation: string;
  readonly waitMs: number;
  /** Whether it is worth a try; looked at whenever the store has changed. */
  readonly ready: () => boolean;
  /** When to try again even if nothing changes, in ms from now; null: not before the wait is over. */
  readonly againMs: () => number | null;
  /** The try itself; null: there is nothing. */
  readonly take: () => T | null;
  /** What the wait comes to when there is nothing in the end. */
  readonly nothing: () => T;
  readonly unavailable: () => Error;
}

/** The process's own clock: skewed as the run has it. */
export interface ProcessTime {
  sleep(ms: number): Promise<void>;
  setTimeout(callback: () => void, ms: number): number;
  clearTimeout(id: number): void;
  readonly Date: DateConstructor;
}
