/**
 * What an invariant is: it watches what was committed, what left the processes and what members hold, never the core's
 * own return values, and says the moment something is wrong. One file each, in this folder.
 */
import type { MemberId, RoomCode } from '../../src/core/ids.ts';
import type { RoomView } from '../../src/core/view.ts';
import type { CloseReason, RequestFrame, ServerFrame } from '../../src/ports/network.ts';
import type {
  Acknowledgement,
  AtLeast,
  Commit,
  DeadLetter,
  ProjectedRead,
  Publication,
  RoomState,
  RunningSystem,
} from '../system-under-test.ts';
import type { Plan } from '../plan/plan.ts';

export interface Invariant {
  /** `INV-…`; stable, part of every report. */
  readonly id: string;
  /** The rules that it guards, e.g. `P1`. */
  readonly rules: readonly string[];
  /** One sentence: what must hold. */
  readonly summary: string;
  /** Starts to watch one run. */
  readonly watch: (run: WatchedRun) => Watcher;
}

/** What a watcher may ask, and where it complains. */
export interface WatchedRun {
  readonly plan: Plan;
  readonly system: RunningSystem;
  /** Virtual ms; the store's clock shows the same. */
  readonly nowMs: () => number;
  /** The publication targets of the run; absent: those that were seen to get or to acknowledge something (P21). */
  readonly targets?: readonly string[];
  /** The members' pages and transports as they are now. */
  readonly tabs: () => readonly TabFacts[];
  /** Whether the connection carries frames and both of its ends are open. */
  readonly isOpen: (connectionId: string) => boolean;
  readonly violated: (message: string) => void;
}

/** One page of a member, as the world sees it. */
export interface TabFacts {
  readonly member: string;
  readonly room: RoomCode;
  /** Distinguishes the pages of one run. */
  readonly tab: number;
  readonly status: string;
  readonly view: RoomView | null;
  readonly epoch: number | null;
  /** Its transport, if the page believes that it has one. */
  readonly connectionId: string | null;
  /** Whether that transport carries frames and both of its ends are open. */
  readonly transportOpen: boolean;
  /** What the member is up to by the plan: `in` the room, `away` for now, or `out` for good. */
  readonly wants: 'in' | 'away' | 'out';
}

/** One end of a connection of one member with one server. */
export interface LinkFacts {
  readonly connectionId: string;
  readonly member: string;
  readonly server: string;
}

/** A reader asked a projection for at least a place. */
export interface ReadFacts {
  readonly code: RoomCode;
  readonly atLeast: AtLeast;
  /** When it asked, in virtual ms. */
  readonly askedMs: number;
}

/** Each is called in the step in which it happened. All optional: a watcher names what it looks at. */
export interface Watcher {
  committed?(commit: Commit): void;
  acknowledged?(acknowledgement: Acknowledgement): void;
  published?(target: string, publication: Publication, by: string): void;
  /** A publisher offers a record to a target; `publisher` tells one process from another. */
  offered?(target: string, publication: Publication, publisher: object): void;
  /** The target has asked it to come back no sooner than in so many ms. */
  throttled?(target: string, publication: Publication, publisher: object, retryMs: number): void;
  /** The target has not taken it; `forGood`: and never will. */
  failed?(target: string, publication: Publication, forGood: boolean): void;
  /** A record halts its room at a target (P21). */
  halted?(record: DeadLetter): void;
  /** A halted record was given up. */
  dropped?(record: DeadLetter): void;
  requested?(link: LinkFacts, frame: RequestFrame): void;
  /** A frame left a server. */
  sent?(link: LinkFacts, frame: ServerFrame): void;
  /** A frame reached a page, which has dealt with it. */
  delivered?(link: LinkFacts, frame: ServerFrame): void;
  closedByServer?(link: LinkFacts, reason: CloseReason): void;
  /** A page's view is another one now. */
  viewed?(member: MemberId, tab: number, before: RoomView | null, after: RoomView | null): void;
  /** A reader of a projection was answered (P27). */
  read?(asked: ReadFacts, answer: ProjectedRead): void;
  /** A projection was thrown away and built again; what it had of the room before and has now (P27). */
  rebuilt?(code: RoomCode, before: RoomState | null, after: RoomState | null): void;
  /** Each line that went to a log. */
  logged?(line: string): void;
  /** After faults have stopped: what keeps the run from having converged; null: nothing. Asked repeatedly (P25). */
  unsettled?(): string | null;
  /** The run has converged, and is over. */
  ended?(): void;
}
