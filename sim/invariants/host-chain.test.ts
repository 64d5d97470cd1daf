import { describe, expect, it } from 'vitest';
import { memberId } from '../../src/core/ids.ts';
import { hostChain } from './host-chain.ts';
import {
  adding,
  both,
  changing,
  complaintsOverALegalLife,
  leaving,
  type Tamper,
  watched,
} from './watch-harness.test-suite.ts';

const BOB = memberId('bob');

describe('P1: INV-HOST-CHAIN', () => {
  it('P1: INV-HOST-CHAIN says nothing of a legal life', () => {
    expect(complaintsOverALegalLife(hostChain)).toEqual([]);
  });

  const links: readonly (readonly [string, Tamper, string])[] = [
    ['names another previous host', changing('host.changed', { previous: 'cat' }), 'that was ann'],
    ['names no previous host', changing('host.changed', { previous: null }), 'names nobody'],
    [
      'does not raise the term',
      both(changing('host.changed', { hostTerm: 1 }), leaving({ hostTerm: 1 })),
      'in term 1, but term 2 comes after 1',
    ],
    [
      'skips a term',
      both(changing('host.changed', { hostTerm: 3 }), leaving({ hostTerm: 3 })),
      'in term 3',
    ],
  ];
  it.each(links)('P1: INV-HOST-CHAIN bites when a handoff %s', (_, tamper, said) => {
    const room = watched(hostChain, 'ann bob cat');
    room.tampering(tamper).transfer('bob');
    expect(room.complaints).toEqual([expect.stringContaining(said)]);
  });

  it('P1: INV-HOST-CHAIN bites when the host is made host again', () => {
    const room = watched(hostChain, 'ann bob');
    const again = {
      kind: 'host.changed',
      previous: BOB,
      host: BOB,
      reason: 'transferred',
    } as const;
    room.tampering(adding([{ ...again, hostTerm: 3 }])).transfer('bob');
    expect(room.complaints[0]).toContain('changes nothing: bob was host before');
  });

  it('P6: INV-HOST-CHAIN bites when the term rises although nobody becomes host', () => {
    const room = watched(hostChain, 'ann');
    room.join('bob', { on: null });
    const raised = both(changing('host.changed', { hostTerm: 2 }), leaving({ hostTerm: 2 }));
    room.tampering(raised).leave('ann');
    expect(room.complaints).toEqual([expect.stringContaining('nobody became host in term 2')]);
  });

  it('P14: INV-HOST-CHAIN bites when the store has another host, or term, than the events led to', () => {
    const room = watched(hostChain, 'ann bob');
    room.tampering(leaving({ host: BOB, hostTerm: 2 })).resume('bob');
    expect(room.complaints).toEqual([
      expect.stringContaining('the store says that bob is host, but the last change made it ann'),
      expect.stringContaining('host term 2, but the last change led to 1'),
    ]);
  });

  it('P14: INV-HOST-CHAIN bites when host events are about somebody else', () => {
    const room = watched(hostChain, 'ann bob');
    room.tampering(changing('member.absent', { kind: 'host.absent' })).disconnect('bob');
    room.tampering(changing('member.resumed', { kind: 'host.resumed' })).resume('bob');
    expect(room.complaints).toEqual([
      expect.stringContaining('host.absent is about bob, but the host is ann'),
      expect.stringContaining('host.resumed is about bob, but the host is ann'),
    ]);
  });

  it('P8: INV-HOST-CHAIN bites when the host resumes as a member', () => {
    const room = watched(hostChain, 'ann bob');
    room.disconnect('ann');
    room.tampering(changing('host.resumed', { kind: 'member.resumed' })).resume('ann');
    expect(room.complaints).toEqual([expect.stringContaining('ann, who is host')]);
  });
});
