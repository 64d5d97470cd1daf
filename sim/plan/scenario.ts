/** A scenario: a story with its right outcome, resolved from its file. Pure data; `planOf` makes a plan of it per seed. */
import type { CloseReason } from '../../src/core/event.ts';
import type { RefusalCode } from '../../src/core/refusal.ts';
import type { FaultKind } from './fault-kinds.ts';
import type { Plan } from './plan.ts';

export interface Scenario {
  /** The file's name without its ending: what people call the scenario. */
  readonly name: string;
  readonly file: string;
  readonly title: string;
  /** The rules it is about: `P5`, `H7`. */
  readonly rules: readonly string[];
  readonly tags: readonly string[];
  /** 8 hex digits of the file's text: a repro made for another text is stale. */
  readonly textHash: string;
  /** What is written down; a seed adds what `workload` and `faults` ask for. */
  readonly plan: Plan;
  readonly workload: Workload | null;
  readonly faults: FaultWeights;
  /** Whether a seed draws the latency profile; false if the file gives one or nothing is random. */
  readonly drawsLatency: boolean;
  readonly expect: Expectation;
}

/** From 1, rarely and weakly, to 100, often and strongly; an absent kind never acts. */
export type FaultWeights = Readonly<Partial<Record<FaultKind, number>>>;

/** What members do by chance. Each absence ends with a return, each ended room may be opened again. */
export const WORKLOAD_ACTIONS = [
  'drop',
  'close',
  'reload',
  'second-tab',
  'forget',
  'leave',
  'remove',
  'set-eligible',
  'transfer',
  'end',
  'forge',
  'operator',
] as const;
export type WorkloadAction = (typeof WORKLOAD_ACTIONS)[number];

export interface Workload {
  /** Virtual ms from the start of the run. */
  readonly fromMs: number;
  readonly forMs: number;
  /** On average over all members. */
  readonly actionsPerMinute: number;
  readonly weights: Readonly<Record<WorkloadAction, number>>;
}

/** What must be true of the run. A run that breaks it fails with `INV-EXPECTATION`. */
export interface Expectation {
  readonly rooms: readonly RoomExpectation[];
  /** Each of these refusals was answered at least once. */
  readonly refused: readonly { readonly member: string; readonly code: RefusalCode }[];
  /** The event lines that the member's client applied, all of them and in order; snapshots are not among them. */
  readonly sees: readonly { readonly member: string; readonly events: readonly string[] }[];
}

export interface RoomExpectation {
  readonly room: string;
  /** At least one; where a race may go either way, any of them. */
  readonly outcomes: readonly RoomOutcome[];
  /** Patterns of event lines that may not be committed. */
  readonly never: readonly string[];
  readonly counts: readonly { readonly pattern: string; readonly count: number }[];
}

/** What is absent is not looked at. */
export interface RoomOutcome {
  /** All committed events of the code in order, over all its generations, as lines. */
  readonly events?: readonly string[];
  /** At the end; null: the room has no host. */
  readonly host?: string | null;
  readonly hostTerm?: number;
  /** Why the room closed; null: it is open. */
  readonly closed?: CloseReason | null;
}
