/** The settings of protocol §10, in ms, their defaults, and the relations that must hold between them. */

import type { RoomPolicy } from './policy.ts';

export interface Settings {
  readonly leaseMs: number;
  readonly seatGraceMs: number;
  readonly heartbeatMs: number;
  readonly heartbeatTimeoutMs: number;
  readonly pulseMs: number;
  readonly tokenTtlMs: number;
  readonly idleMs: number;
  /** How long a host may be absent in one term; null: off (P11). */
  readonly maxAbsenceMs: number | null;
  readonly retentionMs: number;
  readonly investigationMs: number;
  readonly requestRetentionMs: number;
  readonly clientRetryMs: number;
  readonly claimMs: number;
  /** How long a due handoff may take to commit (P25). */
  readonly processingAllowanceMs: number;
  /** How often a command is decided again after a lost compare-and-swap before it is answered `conflict` (P3). */
  readonly commitAttempts: number;
}

export const DEFAULT_SETTINGS: Settings = {
  leaseMs: 30_000,
  seatGraceMs: 120_000,
  heartbeatMs: 5_000,
  heartbeatTimeoutMs: 15_000,
  pulseMs: 5_000,
  tokenTtlMs: 300_000,
  idleMs: 86_400_000,
  maxAbsenceMs: null,
  retentionMs: 86_400_000,
  investigationMs: 604_800_000,
  requestRetentionMs: 86_400_000,
  clientRetryMs: 600_000,
  claimMs: 10_000,
  processingAllowanceMs: 1_000,
  commitAttempts: 8,
};

type Name = keyof Settings;
interface Relation {
  readonly smaller: Name;
  readonly times: number;
  readonly relation: '<' | '≤';
  readonly larger: Name;
}

const relation = (
  smaller: Name,
  symbol: Relation['relation'],
  larger: Name,
  times = 1,
): Relation => ({ smaller, times, relation: symbol, larger });

const RELATIONS: readonly Relation[] = [
  relation('leaseMs', '<', 'seatGraceMs'),
  relation('heartbeatMs', '≤', 'heartbeatTimeoutMs', 2),
  relation('heartbeatTimeoutMs', '<', 'leaseMs'),
  relation('leaseMs', '<', 'tokenTtlMs'),
  relation('seatGraceMs', '<', 'idleMs'),
  relation('leaseMs', '<', 'maxAbsenceMs'),
  relation('seatGraceMs', '≤', 'retentionMs'),
  relation('seatGraceMs', '≤', 'investigationMs'),
  relation('seatGraceMs', '≤', 'requestRetentionMs'),
  relation('clientRetryMs', '<', 'requestRetentionMs'),
];

/** What is wrong with the settings, each message naming both values; empty if nothing is. */
export function settingsErrors(settings: Settings): readonly string[] {
  const malformed = (Object.keys(DEFAULT_SETTINGS) as Name[])
    .filter((name) => !isWellFormed(name, settings[name]))
    .map((name) => `${name} is ${settings[name]}: it must be a whole number of at least 1`);
  const broken = RELATIONS.filter((required) => !holds(required, settings)).map(
    ({ smaller, times, relation: symbol, larger }) => {
      const left = times === 1 ? smaller : `${times} × ${smaller}`;
      return `${left} must be ${symbol} ${larger}: ${smaller} is ${settings[smaller]}, ${larger} is ${settings[larger]}`;
    },
  );
  return [...malformed, ...broken];
}

/** What the lengths of a room's policy break of the same relations, the server's settings for the rest (P13). */
export function policyErrors(policy: RoomPolicy, settings: Settings): readonly string[] {
  const { leaseMs, seatGraceMs, idleMs, maxAbsenceMs } = policy;
  const before = settingsErrors(settings);
  return settingsErrors({ ...settings, leaseMs, seatGraceMs, idleMs, maxAbsenceMs }).filter(
    (message) => !before.includes(message),
  );
}

const isWellFormed = (name: Name, value: number | null): boolean =>
  value === null ? name === 'maxAbsenceMs' : Number.isSafeInteger(value) && value >= 1;

/** What is off is in no relation. */
function holds(
  { smaller, times, relation: symbol, larger }: Relation,
  settings: Settings,
): boolean {
  const [small, large] = [settings[smaller], settings[larger]];
  if (small === null || large === null) return true;
  return small * times < large || (symbol === '≤' && small * times === large);
}
