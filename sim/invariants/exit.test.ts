import { describe, expect, it } from 'vitest';
import type { Decision } from '../../src/core/decide.ts';
import { memberId } from '../../src/core/ids.ts';
import { exit } from './exit.ts';
import {
  adding,
  changing,
  complaintsOverALegalLife,
  replacing,
  watched,
  type WatchedRoom,
  without,
} from './watch-harness.test-suite.ts';

const EXITS: readonly (readonly [string, (room: WatchedRoom) => Decision])[] = [
  ['left', (room) => room.leave('ann')],
  ['removed', (room) => room.remove('ann')],
  ['ineligible', (room) => room.setEligible('ann', false)],
];

describe('P10: INV-EXIT', () => {
  it('P10: INV-EXIT says nothing of a legal life', () => {
    expect(complaintsOverALegalLife(exit)).toEqual([]);
  });

  it.each(EXITS)('P10: INV-EXIT bites when the host goes (%s) without a handoff', (reason, go) => {
    const room = watched(exit, 'ann bob');
    go(room.tampering(without('host.changed')));
    expect(room.complaints[0]).toContain(
      `the host ann went (${reason}) without a handoff for that reason: the commit ends`,
    );
    expect(room.complaints[1]).toContain('ann is left host without');
  });

  it.each(EXITS)('P10: INV-EXIT bites when another reason is given than %s', (reason, go) => {
    const other = reason === 'left' ? 'removed' : 'left';
    const room = watched(exit, 'ann bob');
    go(room.tampering(changing('host.changed', { reason: other })));
    expect(room.complaints).toEqual([
      expect.stringContaining(`the host ann went (${reason}) without a handoff for that reason`),
      expect.stringContaining(`authority moved from ann (${other}), which did not happen to it`),
    ]);
  });

  it('P10: INV-EXIT bites when something stands between an exit and its handoff', () => {
    const room = watched(exit, 'ann bob cat');
    const cat = memberId('cat');
    room
      .tampering(adding([{ kind: 'member.eligibility', memberId: cat, eligible: true }], 1))
      .leave('ann');
    expect(room.complaints[0]).toContain('member.eligibility follows');
  });

  it.each(['left', 'removed', 'ineligible'] as const)(
    'P10: INV-EXIT bites when a handoff claims that the host %s without it',
    (reason) => {
      const room = watched(exit, 'ann bob');
      room.tampering(changing('host.changed', { reason })).transfer('bob');
      expect(room.complaints).toEqual([expect.stringContaining('which did not happen to it')]);
    },
  );

  it('P10: INV-EXIT bites when the exit of a member takes authority from the host', () => {
    const room = watched(exit, 'ann bob cat');
    const [ann, bob] = [memberId('ann'), memberId('bob')];
    const moved = { kind: 'host.changed', previous: ann, host: bob, hostTerm: 2 } as const;
    room.tampering(adding([{ ...moved, reason: 'left' }])).leave('cat');
    expect(room.complaints).toEqual([expect.stringContaining('authority moved from ann (left)')]);
  });

  it('P11: INV-EXIT bites when the seat of the host expires', () => {
    const room = watched(exit, 'ann bob');
    const ann = memberId('ann');
    room.disconnect('ann');
    room
      .tampering(replacing([{ kind: 'member.left', memberId: ann, reason: 'expired' }]))
      .disconnect('bob');
    expect(room.complaints).toEqual([
      expect.stringContaining('the seat of ann expired although it is host'),
      expect.stringContaining('ann is left host without a seat'),
    ]);
  });

  it('P1: INV-EXIT bites when the host has become ineligible by the way', () => {
    const room = watched(exit, 'ann bob');
    room.tampering(changing('host.changed', { previous: memberId('bob'), host: memberId('ann') }));
    room.setEligible('ann', false);
    expect(room.complaints.at(-1)).toContain('ann is left host without being eligible');
  });
});
