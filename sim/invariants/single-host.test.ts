import { describe, expect, it } from 'vitest';
import { singleHost } from './single-host.ts';
import {
  changing,
  complaintsOverALegalLife,
  leaving,
  watched,
  without,
} from './watch-harness.test-suite.ts';
import { memberId } from '../../src/core/ids.ts';

describe('P1: INV-SINGLE-HOST', () => {
  it('P1: INV-SINGLE-HOST says nothing of a legal life', () => {
    expect(complaintsOverALegalLife(singleHost)).toEqual([]);
  });

  it.each([
    ['has no seat', 'eve', 'eve became host without a seat'],
    ['is absent', 'bob', 'bob became host while absent'],
    ['is not eligible', 'cat', 'cat became host although it is not eligible'],
  ])('P1: INV-SINGLE-HOST bites when one becomes host who %s', (_, name, message) => {
    const room = watched(singleHost, 'ann bob cat dan');
    room.disconnect('bob');
    room.setEligible('cat', false);
    const host = memberId(name);
    room.tampering((commit) => leaving({ host })(changing('host.changed', { host })(commit)));
    room.transfer('dan');
    expect(room.complaints).toEqual([expect.stringContaining(message)]);
  });

  it('P1: INV-SINGLE-HOST bites when the store has another host than its events', () => {
    const room = watched(singleHost, 'ann bob');
    room.tampering(without('host.changed')).leave('ann');
    expect(room.complaints).toEqual([expect.stringContaining('the store says that bob is host')]);
  });
});
