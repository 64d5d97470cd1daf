/** What is written in a scenario file, as it stands there: the data behind `scenario-schema.ts`. */
import type { CloseReason } from '../../src/core/event.ts';
import type { Forgery } from './plan.ts';
import type { RefusalCode } from '../../src/core/refusal.ts';
import type { FaultKind } from './fault-kinds.ts';
import type { WorkloadAction } from './scenario.ts';

/** `30s`, `500ms`, `2m`, or whole ms. */
export type WrittenDuration = string | number;

export interface ScenarioFile {
  readonly title: string;
  readonly rules: readonly string[];
  readonly tags?: readonly string[];
  /** Of a field report: the public report that it tells. */
  readonly source?: string;
  readonly settings?: WrittenSettings;
  readonly servers?: number;
  readonly workers?: number;
  /** Of the only room; with several, `rooms` by code. */
  readonly room?: WrittenRoom;
  readonly rooms?: Readonly<Record<string, WrittenRoom>>;
  readonly members: readonly WrittenMember[];
  readonly steps?: readonly WrittenStep[];
  readonly holds?: readonly WrittenHold[];
  /** When the workload is over and faults stop. */
  readonly end?: WrittenDuration;
  readonly latency?: { readonly network?: WrittenBounds; readonly store?: WrittenBounds };
  readonly workload?: WrittenWorkload;
  readonly faults?: 'all' | Readonly<Partial<Record<FaultKind, number>>>;
  readonly expect?: WrittenExpectation;
}

export const SETTING_NAMES = [
  'leaseMs',
  'seatGraceMs',
  'heartbeatMs',
  'heartbeatTimeoutMs',
  'pulseMs',
  'tokenTtlMs',
  'idleMs',
  'maxAbsenceMs',
  'retentionMs',
  'investigationMs',
  'requestRetentionMs',
  'clientRetryMs',
  'claimMs',
  'processingAllowanceMs',
] as const;

export type WrittenSettings = Readonly<
  Partial<Record<(typeof SETTING_NAMES)[number], WrittenDuration>>
> & { readonly commitAttempts?: number };

export interface WrittenRoom {
  readonly policy?: 'lease' | 'immediate';
  readonly emptyRoom?: 'close' | 'hold';
  readonly leaseMs?: WrittenDuration;
  readonly seatGraceMs?: WrittenDuration;
  readonly idleMs?: WrittenDuration;
  readonly maxAbsenceMs?: WrittenDuration;
}

export type WrittenMember = string | { readonly name: string; readonly room: string };

export const MEMBER_DOES = [
  'open',
  'join',
  'close',
  'drop',
  'return',
  'reload',
  'second-tab',
  'forget',
  'leave',
  'end',
  'remove',
  'transfer',
  'set-eligible',
  'forge',
] as const;

export const OPERATOR_DOES = [
  'remove',
  'set-eligible',
  'end',
  'set-policy',
  'redrive',
  'drop-record',
] as const;
export const PROCESS_DOES = ['crash', 'restart', 'pause', 'unpause', 'clock', 'drift'] as const;
export const NETWORK_DOES = ['partition', 'storm'] as const;

export interface WrittenMemberStep {
  readonly at: WrittenDuration;
  readonly member: string;
  readonly does: (typeof MEMBER_DOES)[number];
  readonly server?: string;
  readonly generation?: number;
  readonly serverNotices?: WrittenDuration;
  readonly clientNotices?: WrittenDuration;
  readonly target?: string;
  readonly eligible?: boolean;
  readonly with?: Forgery;
}

export interface WrittenOperatorStep {
  readonly at: WrittenDuration;
  readonly operator: (typeof OPERATOR_DOES)[number];
  readonly room?: string;
  /** The cohort of a `set-policy`: several rooms in place of one. */
  readonly rooms?: readonly string[];
  readonly target?: string;
  readonly eligible?: boolean;
  /** What a `set-policy` changes; the rest of the room's policy stays. */
  readonly to?: WrittenRoom;
}

export interface WrittenProcessStep {
  readonly at: WrittenDuration;
  readonly process: string;
  readonly does: (typeof PROCESS_DOES)[number];
  /** Of a crash or a pause: how long until the process restarts or goes on. */
  readonly for?: WrittenDuration;
  readonly offset?: WrittenDuration;
  /** Of a drift: what the clock gains each second. */
  readonly gains?: WrittenDuration;
}

export interface WrittenNetworkStep {
  readonly at: WrittenDuration;
  readonly network: (typeof NETWORK_DOES)[number];
  /** Of a partition both ways. */
  readonly between?: readonly [string, string];
  /** Of a partition one way: what `from` sends to `to` is lost. */
  readonly from?: string;
  readonly to?: string;
  /** How long a partition lasts; of a storm: when everybody comes back. */
  readonly for: WrittenDuration;
}

export interface WrittenStoreStep {
  readonly at: WrittenDuration;
  readonly store: 'outage';
  readonly for: WrittenDuration;
}

export type WrittenStep =
  | WrittenMemberStep
  | WrittenOperatorStep
  | WrittenProcessStep
  | WrittenNetworkStep
  | WrittenStoreStep;

/** Names of what a hold can hold back: the port calls and deliveries of a process (H5). */
export const OPERATIONS = [
  'load',
  'commit',
  'load-log',
  'tail',
  'heartbeat',
  'claim',
  'acknowledge',
  'publish',
  'due',
  'project',
  'deliver',
] as const;

export interface WrittenHold {
  readonly hold: string;
  readonly before: (typeof OPERATIONS)[number];
  readonly from?: WrittenDuration;
  /** A time, or `worker-1 commit`. */
  readonly until: WrittenDuration;
}

export type WrittenBounds = WrittenDuration | readonly [WrittenDuration, WrittenDuration];

export interface WrittenWorkload {
  readonly from?: WrittenDuration;
  readonly for: WrittenDuration;
  readonly actions?: number;
  readonly weights?: Readonly<Partial<Record<WorkloadAction, number>>>;
}

export interface WrittenOutcome {
  readonly events?: readonly string[];
  readonly host?: string;
  readonly hostTerm?: number;
  readonly closed?: CloseReason | false;
}

export interface WrittenRoomExpectation extends WrittenOutcome {
  readonly oneOf?: readonly WrittenOutcome[];
  readonly never?: readonly string[];
  readonly counts?: Readonly<Record<string, number>>;
}

export interface WrittenExpectation extends WrittenRoomExpectation {
  /** With several rooms: by code. */
  readonly rooms?: Readonly<Record<string, WrittenRoomExpectation>>;
  readonly refused?: readonly { readonly member: string; readonly code: RefusalCode }[];
  readonly sees?: Readonly<Record<string, readonly string[]>>;
}
