/**
 * The plan of a run: pure data, made from a scenario and a seed before anything runs (H1). Times are whole virtual ms
 * from the start. Everything that the plan leaves open is decided at run time through the choice log.
 */
import type { RoomPolicy } from '../../src/core/policy.ts';
import type { Settings } from '../../src/core/settings.ts';
import type { Hold } from '../kernel/gates.ts';

export interface Plan {
  readonly topology: Topology;
  readonly settings: Settings;
  /** Sorted by time; equal times in the order of the list. */
  readonly steps: readonly PlannedStep[];
  readonly holds: readonly Hold[];
  /** How often each kind of random fault acts; an absent kind is off in this run (H7). */
  readonly faults: FaultRates;
  readonly latency: LatencyProfile;
  /** When the workload is over, faults stop, and liveness is demanded (H6). */
  readonly endMs: number;
}

export interface Topology {
  /** `server-1`, `server-2`, … */
  readonly servers: number;
  /** `worker-1`, …: each expires, sweeps, publishes and compacts. */
  readonly workers: number;
  readonly members: readonly MemberPlan[];
  readonly rooms: readonly RoomPlan[];
}

export interface MemberPlan {
  readonly name: string;
  readonly room: string;
}

export interface RoomPlan {
  readonly code: string;
  readonly policy: RoomPolicy;
}

export type PlannedStep = { readonly atMs: number } & (
  | ({ readonly who: 'member'; readonly member: string } & MemberAction)
  | { readonly who: 'operator'; readonly room: string; readonly does: OperatorAction }
  | {
      readonly who: 'process';
      /** `server-1`, `worker-2`, … */
      readonly process: string;
      readonly does: 'crash' | 'restart' | 'pause' | 'unpause';
    }
  /** Moves the process's wall clock by this much; its timers do not notice (H3). */
  | {
      readonly who: 'process';
      readonly process: string;
      readonly does: 'clock';
      readonly offsetMs: number;
    }
  /** From now on the process's clock, timers and all, gains so many ms each second; loses, when negative (H3). */
  | {
      readonly who: 'process';
      readonly process: string;
      readonly does: 'drift';
      readonly perMille: number;
    }
  /** One way between two of: members, servers, workers, `store`. */
  | {
      readonly who: 'network';
      readonly does: 'cut' | 'mend';
      readonly from: string;
      readonly to: string;
    }
  /** Every member's transport breaks, and so many ms later all come back at once. */
  | { readonly who: 'network'; readonly does: 'storm'; readonly backMs: number }
  /** While it is down every call is refused, and nothing is done. */
  | { readonly who: 'store'; readonly does: 'down' | 'up' }
);

/** What a member does, through its client. */
export type MemberAction =
  /** Opens the room; `generation`: the last one it knows, default: what it has seen. */
  | { readonly does: 'open'; readonly server?: string; readonly generation?: number }
  | { readonly does: 'join'; readonly server?: string; readonly generation?: number }
  /** Closes its transport cleanly: both sides notice at once. */
  | { readonly does: 'close' }
  /** Its transport breaks: each side notices after its own detection time. */
  | { readonly does: 'drop'; readonly serverNoticesMs?: number; readonly clientNoticesMs?: number }
  /** Comes back with the session that it holds. */
  | { readonly does: 'return'; readonly server?: string }
  /** The page reloads: memory is lost, what was stored is not. */
  | { readonly does: 'reload'; readonly server?: string }
  /** A second tab over the same stored session. */
  | { readonly does: 'second-tab'; readonly server?: string }
  /** Loses all client state, and joins again as the same authenticated member (P17). */
  | { readonly does: 'forget'; readonly server?: string }
  | { readonly does: 'leave' }
  | { readonly does: 'end' }
  | { readonly does: 'remove' | 'transfer'; readonly target: string }
  | { readonly does: 'set-eligible'; readonly target: string; readonly eligible: boolean }
  /** Sends, on a transport of its own, a request of the member that something is wrong with. */
  | { readonly does: 'forge'; readonly with: Forgery };

/**
 * What is wrong with a forged request; each must be refused without any effect (P14–P18, P23). The last ones are right, but
 * no client of ours asks so: they bring back what retention still has.
 */
export const FORGERIES = [
  // A resume: its nonce, its generation, its cursor.
  'wrong-nonce',
  'used-nonce',
  'earlier-generation',
  'later-generation',
  'cursor-ahead',
  'cursor-negative',
  'session-of-another',
  'open-of-later-generation',
  'join-of-earlier-generation',
  'join-of-later-generation',
  // The epoch's transport has been attached already.
  'second-attach',
  // With the token of an earlier epoch, for today's epoch and for its own (P19).
  'attach-with-earlier-token',
  'attach-of-earlier-epoch',
  'backfill-ahead',
  'backfill-of-earlier-generation',
  'backfill-of-later-generation',
  'backfill-of-later-epoch',
  'leave-of-earlier-epoch',
  'leave-of-later-epoch',
  'leave-of-earlier-generation',
  'leave-of-later-generation',
  'end-of-earlier-term',
  'end-of-later-term',
  'end-of-later-epoch',
  'end-of-later-generation',
  'transfer-to-itself',
  // Another request under the id of one that was answered (P20).
  'reused-id',
  'backfill-of-everything',
  'backfill-from-the-edge',
  'backfill-before-the-edge',
] as const;
export type Forgery = (typeof FORGERIES)[number];

export type OperatorAction =
  | { readonly kind: 'remove'; readonly target: string }
  | { readonly kind: 'set-eligible'; readonly target: string; readonly eligible: boolean }
  | { readonly kind: 'end' }
  | { readonly kind: 'set-policy'; readonly policy: RoomPolicy }
  /** Of what is halted (P21). */
  | { readonly kind: 'redrive' }
  | { readonly kind: 'drop-record' };

/** Probability in 1/1000 that a fault of the kind acts where it can. */
export type FaultRates = Readonly<Partial<Record<RandomFault, number>>>;

export const RANDOM_FAULTS = [
  'message-drop',
  'message-delay',
  'message-duplicate',
  'message-reorder',
  'store-error',
  'store-answer-lost',
  'store-slow',
  'publisher-crash',
  'publication-failed',
  'publication-throttled',
  'publication-rejected',
  'publication-answer-lost',
  'publication-duplicate',
  'compaction-killed',
  'projector-lag',
  'projection-rebuild',
] as const;
export type RandomFault = (typeof RANDOM_FAULTS)[number];

/** Bounds of the latencies that are drawn for each message and each store call, in ms. */
export interface LatencyProfile {
  readonly networkMs: readonly [min: number, max: number];
  readonly storeMs: readonly [min: number, max: number];
}
