import { describe, expect, it } from 'vitest';
import { memberId } from '../../src/core/ids.ts';
import type { HandoffReason } from '../../src/core/event.ts';
import { earlyPromotion } from './early-promotion.ts';
import {
  changing,
  complaintsOverALegalLife,
  replacing,
  type Tamper,
  watched,
} from './watch-harness.test-suite.ts';

const promoting = (
  reason: HandoffReason,
  previous: string | null = 'ann',
  host: string | null = 'bob',
): Tamper =>
  replacing([
    {
      kind: 'host.changed',
      previous: previous === null ? null : memberId(previous),
      host: host === null ? null : memberId(host),
      hostTerm: 2,
      reason,
    },
  ]);

describe('P6: INV-EARLY-PROMOTION', () => {
  it('P6: INV-EARLY-PROMOTION says nothing of a legal life', () => {
    expect(complaintsOverALegalLife(earlyPromotion)).toEqual([]);
  });

  it('P6: INV-EARLY-PROMOTION accepts expiry in the very ms of the deadline', () => {
    const room = watched(earlyPromotion, 'ann bob');
    room.disconnect('ann');
    room.passLease().promote();
    expect(room.complaints).toEqual([]);
  });

  it('P6: INV-EARLY-PROMOTION bites when a lease expires one ms before its deadline', () => {
    const room = watched(earlyPromotion, 'ann bob cat');
    room.disconnect('ann');
    room.passLease(-1).tampering(promoting('lease_expired')).disconnect('cat');
    expect(room.complaints).toEqual([
      expect.stringContaining('P6: in room GAME, generation 1, at sequence 6, authority moved'),
    ]);
    expect(room.complaints[0]).toContain('the lease runs until 1032 and store time is 1031');
  });

  it('P5: INV-EARLY-PROMOTION bites when the host is connected', () => {
    for (const reason of ['lease_expired', 'immediate'] as const) {
      const room = watched(earlyPromotion, 'ann bob', { succession: 'immediate' });
      room.tampering(promoting(reason)).join('cat');
      expect(room.complaints).toEqual([expect.stringContaining('ann was not absent')]);
    }
  });

  it('P5: INV-EARLY-PROMOTION bites when there is no host who could be absent', () => {
    for (const reason of ['lease_expired', 'immediate'] as const) {
      const room = watched(earlyPromotion, 'ann', { succession: 'immediate' });
      room.join('bob', { on: null });
      room.leave('ann');
      room.tampering(promoting(reason, null)).resume('bob');
      expect(room.complaints).toEqual([expect.stringContaining('could have been absent')]);
    }
  });

  it('P6: INV-EARLY-PROMOTION bites when the absent host never had a lease', () => {
    const room = watched(earlyPromotion, 'ann bob cat');
    room.tampering(changing('host.absent', { leaseUntil: null })).disconnect('ann');
    room.tampering(promoting('lease_expired')).disconnect('cat');
    expect(room.complaints).toEqual([expect.stringContaining('no lease had been granted')]);
  });

  it('P9: INV-EARLY-PROMOTION bites when a lease expires for nobody', () => {
    const room = watched(earlyPromotion, 'ann bob');
    room.disconnect('ann');
    room
      .passLease()
      .tampering(promoting('lease_expired', 'ann', null))
      .promote();
    expect(room.complaints).toEqual([expect.stringContaining('it stays with the absent host')]);
  });

  it('P12: INV-EARLY-PROMOTION bites when a lease expires while no instance is live', () => {
    const room = watched(earlyPromotion, 'ann bob cat');
    room.disconnect('ann');
    room.passLease().lose('east', 'west').tampering(promoting('lease_expired')).disconnect('cat');
    expect(room.complaints).toEqual([expect.stringContaining('no server instance is live')]);
  });

  it('P5: INV-EARLY-PROMOTION bites when authority moves at once under the lease policy', () => {
    const room = watched(earlyPromotion, 'ann bob');
    room.tampering(changing('host.absent', { kind: 'member.absent', leaseUntil: null }));
    room.disconnect('ann');
    room.tampering(promoting('immediate')).resume('bob');
    expect(room.complaints).toEqual([
      expect.stringContaining('the policy of the room is not immediate'),
    ]);
  });

  it('P9: INV-EARLY-PROMOTION bites when a vacancy is filled that there is not', () => {
    const room = watched(earlyPromotion, 'ann bob');
    room.tampering(changing('host.changed', { reason: 'vacancy' })).leave('ann');
    expect(room.complaints).toEqual([
      expect.stringContaining('there was no vacancy: ann was host'),
    ]);
  });

  it('P14: INV-EARLY-PROMOTION bites when authority is transferred by nobody', () => {
    const room = watched(earlyPromotion, 'ann');
    room.join('bob', { on: null });
    room.leave('ann');
    room.tampering(changing('host.changed', { reason: 'transferred' })).resume('bob');
    expect(room.complaints).toEqual([
      expect.stringContaining('no host who could have transferred'),
    ]);
  });
});
