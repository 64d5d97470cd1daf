import { describe, expect, it } from 'vitest';
import { memberId, requestId } from '../../src/core/ids.ts';
import { CODE } from '../../src/core/room-driver.test-suite.ts';
import type { EventBody } from '../../src/core/event.ts';
import { absence } from './absence.ts';
import type { TabFacts } from './invariant.ts';
import {
  adding,
  changing,
  complaintsOverALegalLife,
  later,
  watched,
  type WatchedRoom,
} from './watch-harness.test-suite.ts';

const absent = (name: string, epoch = 1): EventBody => ({
  kind: 'member.absent',
  memberId: memberId(name),
  epoch,
  session: requestId('request-3'),
  leaseUntil: null,
  seatUntil: later(121),
});

const tabOf = (room: WatchedRoom, name: string): TabFacts => ({
  member: name,
  room: CODE,
  tab: 1,
  status: 'connected',
  view: null,
  epoch: 1,
  connectionId: room.member(name).attachment?.connectionId ?? null,
  transportOpen: true,
  wants: 'in',
});

describe('P5: INV-ABSENCE', () => {
  it('P5: INV-ABSENCE says nothing of a legal life', () => {
    expect(complaintsOverALegalLife(absence)).toEqual([]);
  });

  it('P5: INV-ABSENCE bites when a member becomes absent twice', () => {
    const room = watched(absence, 'ann bob');
    room.disconnect('bob');
    room.tampering(adding([absent('bob')])).join('cat');
    expect(room.complaints).toEqual([
      expect.stringContaining('bob became absent (member.absent) although it was absent already'),
    ]);
  });

  it('P5: INV-ABSENCE bites when somebody without a seat becomes absent', () => {
    const room = watched(absence, 'ann');
    room.tampering(adding([absent('eve')])).join('cat');
    expect(room.complaints).toEqual([
      expect.stringContaining('eve became absent without having a seat'),
    ]);
  });

  it('P5: INV-ABSENCE bites when a host becomes absent twice', () => {
    const room = watched(absence, 'ann bob');
    const { session } = room.member('ann');
    room.disconnect('ann');
    const again: EventBody = {
      kind: 'host.absent',
      memberId: memberId('ann'),
      epoch: 1,
      session,
      leaseUntil: later(40),
      seatUntil: later(130),
    };
    room.tampering(adding([again])).join('cat');
    expect(room.complaints).toEqual([expect.stringContaining('ann became absent (host.absent)')]);
  });

  it.each([
    ['an epoch that skips one', { epoch: 3 }, 'in epoch 3, but its session is in epoch 1'],
    ['an earlier epoch', { epoch: 0 }, 'in epoch 0'],
    ['another session in the same epoch', { session: 'another' }, 'under another session'],
  ])('P5: INV-ABSENCE bites when an absence carries %s', (_, fields, said) => {
    const room = watched(absence, 'ann bob');
    room.tampering(changing('member.absent', fields)).disconnect('bob');
    expect(room.complaints).toEqual([expect.stringContaining(said)]);
  });

  it('P12: INV-ABSENCE bites when voiding raises an epoch', () => {
    const room = watched(absence, 'ann');
    room.join('bob', { on: 'west' });
    room
      .lose('west')
      .tampering(changing('member.absent', { epoch: 2 }))
      .void();
    expect(room.complaints).toEqual([expect.stringContaining('in epoch 2')]);
  });

  it('P5: INV-ABSENCE bites when the attached transport is still open at both ends', () => {
    const room = watched(absence, 'ann bob');
    room.tabs = [tabOf(room, 'bob')];
    room.disconnect('bob');
    expect(room.complaints).toEqual([
      expect.stringMatching(/bob became absent although its attached transport bob-\d+ is open/),
    ]);
  });

  it('P5: INV-ABSENCE lets go what has closed, what is void, and what a resume without transport ends', () => {
    const room = watched(absence, 'ann bob cat dan');
    const [bob, cat, dan] = ['bob', 'cat', 'dan'].map((name) => tabOf(room, name));
    if (bob === undefined || cat === undefined || dan === undefined) throw new Error('no tabs');
    room.tabs = [{ ...bob, transportOpen: false }, { ...cat, connectionId: null }, dan];
    room.disconnect('bob');
    room.disconnect('cat');
    room.resume('dan', { on: null });
    room.resume('dan');
    room.tabs = [tabOf(room, 'dan'), tabOf(room, 'ann')];
    room.lose('east').void();
    expect(room.complaints).toEqual([]);
  });
});

describe('P16: INV-ABSENCE', () => {
  it.each(['member.resumed', 'host.resumed'] as const)(
    'P16: INV-ABSENCE bites when %s has no transport',
    (kind) => {
      const room = watched(absence, 'ann bob');
      const tamper = changing(kind, { attachment: null });
      room.tampering(tamper).resume(kind === 'host.resumed' ? 'ann' : 'bob');
      expect(room.complaints).toEqual([
        expect.stringContaining(`resumed (${kind}) without a transport`),
      ]);
    },
  );

  it('P16: INV-ABSENCE bites when a connected session is renewed as if it were absent', () => {
    const room = watched(absence, 'ann bob');
    room
      .tampering(changing('member.absent', { kind: 'session.renewed' }))
      .resume('bob', { on: null });
    expect(room.complaints).toEqual([expect.stringContaining('bob was renewed while connected')]);
  });

  it('P16: INV-ABSENCE bites when two members are attached through one transport', () => {
    const room = watched(absence, 'ann bob');
    const { attachment } = room.member('ann');
    room.tampering(changing('member.resumed', { attachment })).resume('bob');
    room.tampering(changing('member.joined', { attachment })).join('cat');
    expect(room.complaints).toEqual([
      expect.stringContaining('which is the transport of ann'),
      expect.stringContaining('cat is attached through'),
    ]);
  });

  it('P16: INV-ABSENCE accepts a resume on the very transport that is attached', () => {
    const room = watched(absence, 'ann bob');
    const { attachment } = room.member('bob');
    room.tampering(changing('member.resumed', { attachment })).resume('bob');
    expect(room.complaints).toEqual([]);
  });
});
