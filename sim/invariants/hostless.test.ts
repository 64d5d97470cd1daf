import { describe, expect, it } from 'vitest';
import { hostless } from './hostless.ts';
import {
  changing,
  complaintsOverALegalLife,
  watched,
  without,
} from './watch-harness.test-suite.ts';

describe('P9: INV-HOSTLESS', () => {
  it('P9: INV-HOSTLESS says nothing of a legal life', () => {
    expect(complaintsOverALegalLife(hostless)).toEqual([]);
  });

  it('P9: INV-HOSTLESS bites when a vacancy is left although the newcomer can fill it', () => {
    const room = watched(hostless, 'ann bob');
    room.setEligible('bob', false);
    room.leave('ann');
    room.tampering(without('host.changed')).join('cat');
    expect(room.complaints).toEqual([
      expect.stringContaining('nobody is host after sequence 7, but cat'),
    ]);
  });

  it('P9: INV-HOSTLESS bites when eligibility, or a resume, makes a successor and nothing follows', () => {
    const room = watched(hostless, 'ann bob cat');
    room.disconnect('cat');
    room.setEligible('bob', false);
    room.leave('ann');
    room.tampering(without('host.changed')).setEligible('bob', true, room.operator());
    const other = watched(hostless, 'ann bob');
    other.disconnect('bob');
    other.leave('ann');
    other.tampering(without('host.changed')).resume('bob');
    expect([...room.complaints, ...other.complaints]).toEqual([
      expect.stringContaining('bob can take over (vacancy)'),
      expect.stringContaining('bob can take over (vacancy)'),
    ]);
  });

  it('P10: INV-HOSTLESS bites when an exit leaves the room without host although somebody can take over', () => {
    const room = watched(hostless, 'ann bob');
    room.tampering(changing('host.changed', { host: null, hostTerm: 1 })).leave('ann');
    expect(room.complaints).toEqual([expect.stringContaining('bob can take over (vacancy)')]);
  });

  it('P10: INV-HOSTLESS bites when under immediate an absent host is left host', () => {
    const room = watched(hostless, 'ann', { succession: 'immediate' });
    room.disconnect('ann');
    room.tampering(without('host.changed')).join('bob');
    expect(room.complaints).toEqual([
      expect.stringContaining(
        'the absent ann is left host after sequence 4, but bob can take over',
      ),
    ]);
  });

  it('P9: INV-HOSTLESS bites when an expired lease leaves authority with its host', () => {
    const room = watched(hostless, 'ann');
    room.disconnect('ann');
    room.passLease().tampering(without('host.changed')).join('bob');
    expect(room.complaints).toEqual([expect.stringContaining('bob can take over (lease_expired)')]);
  });

  it('P9: INV-HOSTLESS lets a lease run, and one that cannot expire', () => {
    const room = watched(hostless, 'ann bob cat');
    room.disconnect('ann');
    room.passLease(-1).disconnect('cat');
    room.pass(5).lose('east', 'west').join('dan', { on: null });
    expect(room.room.host).toBe('ann');
    expect(room.complaints).toEqual([]);
  });
});
