import { describe, expect, it } from 'vitest';
import { CODE } from '../../src/core/room-driver.test-suite.ts';
import { memberId } from '../../src/core/ids.ts';
import { hostOnly } from './host-only.ts';
import { but, lobby, refusing } from './watched-lobby.test-suite.ts';
import { changing } from './watch-harness.test-suite.ts';

const said = (text: string): unknown => [expect.stringContaining(text)];

describe('P14: INV-HOST-ONLY', () => {
  it.each(['remove', 'rate', 'transfer', 'end'] as const)(
    'P14: INV-HOST-ONLY bites when nobody asked for the %s',
    (kind) => {
      const room = lobby(hostOnly, 'ann bob');
      if (kind === 'remove') room.remove('bob');
      else if (kind === 'rate') room.setEligible('bob', false);
      else if (kind === 'transfer') room.transfer('bob');
      else room.end();
      expect(room.complaints).toEqual(
        said('was not asked for by ann, the connected host of term 1'),
      );
    },
  );

  it.each([
    ['term', { hostTerm: 2 }],
    ['epoch', { epoch: 9 }],
    ['generation', { generation: 9 }],
    ['target', { target: memberId('ann') }],
  ])('P14: INV-HOST-ONLY bites when the host asked with another %s', (_, change) => {
    const room = lobby(hostOnly, 'ann bob');
    const fence = { generation: 1, epoch: 1, hostTerm: 1, target: memberId('bob') };
    room.sends('ann', { kind: 'remove', ...fence, ...change });
    room.remove('bob');
    expect(room.complaints).toEqual(said('the removal of bob at sequence 4 was not asked for'));
  });

  it('P14: INV-HOST-ONLY bites when a member asked who is not host', () => {
    const room = lobby(hostOnly, 'ann bob cat');
    const fence = { generation: 1, epoch: 1, hostTerm: 1, target: memberId('cat') };
    const frame = room.sends('bob', { kind: 'remove', ...fence });
    room.remove('cat');
    expect(room.complaints).toEqual(said('was not asked for by ann'));
    room.answers(room.link('bob'), frame.requestId, { kind: 'done', generation: 1, revision: 5 });
    expect(room.complaints.at(-1)).toContain(
      'of bob with term 1 was accepted, but the host at its effect was ann',
    );
  });

  it('P14: INV-HOST-ONLY bites when one request has two effects', () => {
    const room = lobby(hostOnly, 'ann bob');
    room.rates('ann', 'bob', false);
    room.setEligible('bob', false);
    expect(room.complaints).toEqual(said('is one effect more than ann asked for'));
  });

  it('P14: INV-HOST-ONLY bites when a caller makes itself host', () => {
    const room = lobby(hostOnly, 'ann bob');
    room.tampering(changing('host.changed', { host: 'ann' })).transfers('ann', 'bob');
    expect(room.complaints).toEqual(said('nobody makes itself host'));
  });

  it('P14: INV-HOST-ONLY lets an operator act while the host is absent, and bites otherwise', () => {
    const room = lobby(hostOnly, 'ann bob');
    room.steps.push({
      atMs: 0,
      who: 'operator',
      room: CODE,
      does: { kind: 'set-eligible', target: 'bob', eligible: false },
    });
    room.setEligible('bob', false);
    expect(room.complaints).toEqual(said('the connected host'));
    room.disconnect('ann');
    room.setEligible('bob', false, room.operator());
    expect(room.complaints).toHaveLength(1);
    room.setEligible('bob', true, room.operator());
    expect(room.complaints.at(-1)).toContain('eligibility true of bob');
    room.remove('bob', room.operator());
    expect(room.complaints.at(-1)).toContain('the removal of bob');
  });

  it('P14: INV-HOST-ONLY bites when a right term is refused as stale, or another effect is called done', () => {
    const room = lobby(hostOnly, 'ann bob');
    room.rates('ann', 'bob', false);
    const frame = { id: 'late', answered: refusing('stale_term') };
    room.ends('bob', frame);
    expect(room.complaints).toEqual([]);
    const fence = { generation: 1, epoch: 1, hostTerm: 1 };
    const ask = room.sends('ann', { kind: 'end', ...fence });
    room.answers(room.link('ann'), ask.requestId, {
      kind: 'refused',
      code: 'stale_term',
      generation: null,
    });
    expect(room.complaints).toEqual(said('1 was the term all the time'));
    room.rates('ann', 'bob', true, {
      hostTerm: 5,
      answered: () => but({})({ kind: 'done', generation: 1, revision: 4 }),
    });
    expect(room.complaints.at(-1)).toContain(
      'with term 5 was accepted, but the host at its effect was ann of term 1',
    );
  });
});
