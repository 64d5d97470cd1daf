/** Protocol §10: the settings and the relations between them. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, settingsErrors } from './settings.ts';

describe('P13: settings are validated together (§10)', () => {
  it('P13: the defaults are those of the protocol, and hold', () => {
    expect(DEFAULT_SETTINGS).toMatchObject({
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
    });
    expect(settingsErrors(DEFAULT_SETTINGS)).toEqual([]);
  });

  it.each([
    ['a lease as long as the seat', { leaseMs: 120_000 }, ['leaseMs', 'seatGraceMs', '120000']],
    ['a seat longer than retention', { retentionMs: 119_999 }, ['119999', 'seatGraceMs', '120000']],
    [
      'a seat longer than investigation',
      { investigationMs: 119_999 },
      ['investigationMs', '119999'],
    ],
    ['a timeout below two heartbeats', { heartbeatTimeoutMs: 9_999 }, ['2 × heartbeatMs', '9999']],
    ['a timeout as long as the lease', { heartbeatTimeoutMs: 30_000 }, ['leaseMs', '30000']],
    ['a token as short as the lease', { tokenTtlMs: 30_000 }, ['tokenTtlMs', '30000']],
    ['an idle time as short as the seat', { idleMs: 120_000 }, ['idleMs', '120000']],
    ['records as short as retries', { requestRetentionMs: 600_000 }, ['clientRetryMs', '600000']],
  ])('P13: %s is refused by one error that names both values', (_, change, named) => {
    const errors = settingsErrors({ ...DEFAULT_SETTINGS, ...change });
    expect(errors).toHaveLength(1);
    for (const part of named) expect(errors[0]).toContain(part);
  });

  it.each([
    ['a seat as long as retention', { retentionMs: 120_000 }],
    ['a timeout of two heartbeats', { heartbeatTimeoutMs: 10_000 }],
    ['a timeout one below the lease', { heartbeatTimeoutMs: 29_999 }],
    ['a lease one below the seat', { seatGraceMs: 30_001 }],
  ])('P13: %s is accepted', (_, change) => {
    expect(settingsErrors({ ...DEFAULT_SETTINGS, ...change })).toEqual([]);
  });

  it('P13: every broken relation is named, not only the first', () => {
    const errors = settingsErrors({ ...DEFAULT_SETTINGS, leaseMs: 400_000 });
    expect(errors).toHaveLength(2);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'P13: claimMs of %d is refused',
    (claimMs) => {
      expect(settingsErrors({ ...DEFAULT_SETTINGS, claimMs })).toEqual([
        `claimMs is ${claimMs}: it must be a whole number of at least 1`,
      ]);
    },
  );
});
