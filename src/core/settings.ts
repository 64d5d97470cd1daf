/** The settings of protocol §10, in ms, their defaults, and the relations that must hold between them. */

export interface Settings {
  readonly leaseMs: number;
  readonly seatGraceMs: number;
  readonly heartbeatMs: number;
  readonly heartbeatTimeoutMs: number;
  readonly pulseMs: number;
  readonly tokenTtlMs: number;
  readonly idleMs: number;
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
  relation('seatGraceMs', '≤', 'retentionMs'),
  relation('seatGraceMs', '≤', 'investigationMs'),
  relation('seatGraceMs', '≤', 'requestRetentionMs'),
  relation('clientRetryMs', '<', 'requestRetentionMs'),
];

/** What is wrong with the settings, each message naming both values; empty if nothing is. */
export function settingsErrors(settings: Settings): readonly string[] {
  const malformed = (Object.keys(DEFAULT_SETTINGS) as Name[])
    .filter((name) => !Number.isSafeInteger(settings[name]) || settings[name] < 1)
    .map((name) => `${name} is ${settings[name]}: it must be a whole number of at least 1`);
  const broken = RELATIONS.filter(
    ({ smaller, times, relation: symbol, larger }) =>
      settings[smaller] * times > settings[larger] ||
      (symbol === '<' && settings[smaller] * times === settings[larger]),
  ).map(({ smaller, times, relation: symbol, larger }) => {
    const left = times === 1 ? smaller : `${times} × ${smaller}`;
    return `${left} must be ${symbol} ${larger}: ${smaller} is ${settings[smaller]}, ${larger} is ${settings[larger]}`;
  });
  return [...malformed, ...broken];
}
