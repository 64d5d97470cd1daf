import { describe, expect, it } from 'vitest';
import { POLICY } from '../../src/core/room-driver.test-suite.ts';
import { policy } from './policy.ts';
import {
  changing,
  complaintsOverALegalLife,
  policyStep,
  watched,
} from './watch-harness.test-suite.ts';

const LONGER = { ...POLICY, leaseMs: 40 };

describe('P13: INV-POLICY', () => {
  it('P13: INV-POLICY says nothing of a legal life', () => {
    expect(complaintsOverALegalLife(policy)).toEqual([]);
  });

  it('P13: INV-POLICY bites when a policy changes that nobody asked to change', () => {
    const room = watched(policy, 'ann bob');
    room.setPolicy(LONGER);
    expect(room.complaints).toEqual([expect.stringContaining('as no operator asked')]);
  });

  it('P13: INV-POLICY bites when it changes to something else than was asked', () => {
    const room = watched(policy, 'ann bob');
    room.steps.push(policyStep(LONGER));
    room.tampering(changing('policy.changed', { policy: POLICY })).setPolicy(LONGER);
    expect(room.complaints).toEqual([expect.stringContaining('as no operator asked')]);
  });

  it('P13: INV-POLICY bites when it changes twice for one request', () => {
    const room = watched(policy, 'ann bob');
    room.steps.push(policyStep(LONGER));
    room.setPolicy(LONGER);
    room.setPolicy(LONGER);
    expect(room.complaints).toHaveLength(1);
  });
});
