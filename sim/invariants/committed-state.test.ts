import { describe, expect, it } from 'vitest';
import { memberId } from '../../src/core/ids.ts';
import type { RoomState } from '../../src/core/state.ts';
import { committedState } from './committed-state.ts';
import {
  changing,
  complaintsOverALegalLife,
  later,
  leaving,
  type Tamper,
  watched,
  without,
} from './watch-harness.test-suite.ts';

/** Changes the committed member, by its place in the order. */
const withMember =
  (index: number, fields: object): Tamper =>
  (commit) => {
    const { members } = commit.after;
    const member = members[index];
    if (member === undefined) throw new Error(`no member ${index}`);
    const after = { ...commit.after, members: members.with(index, { ...member, ...fields }) };
    return { ...commit, after };
  };

const departing =
  (fields: Partial<RoomState['departed'][number]>): Tamper =>
  (commit) => {
    const departed = commit.after.departed.map((gone) => ({ ...gone, ...fields }));
    return { ...commit, after: { ...commit.after, departed } };
  };

describe('P3: INV-STATE', () => {
  it('P3: INV-STATE says nothing of a legal life', () => {
    expect(complaintsOverALegalLife(committedState)).toEqual([]);
  });

  const fields: readonly (readonly [string, Partial<RoomState>, string])[] = [
    [
      'generation',
      { generation: 3 },
      'the generation is 3 in the committed state, but 1 by the events',
    ],
    ['revision', { revision: 9 }, 'the revision is 9'],
    ['host', { host: memberId('bob') }, 'the host is bob in the committed state, but ann'],
    ['host term', { hostTerm: 2 }, 'the host term is 2'],
    ['lease', { leaseUntil: later(1) }, 'the lease is 1001'],
    ['closing', { closed: 'ended' }, 'the closing is ended'],
    ['idle time', { emptySince: later(1) }, 'the start of idle time is 1001'],
    ['number of members', { members: [] }, 'the number of members is 0'],
    [
      'number of the departed',
      { departed: [{ memberId: memberId('eve'), epoch: 1, removed: false }] },
      'the number of the departed is 1',
    ],
  ];
  it.each(fields)(
    'P3: INV-STATE bites when the committed %s is not what the events say',
    (_, state, said) => {
      const room = watched(committedState, 'ann bob');
      room.tampering(leaving(state)).join('cat');
      expect(room.complaints).toEqual([expect.stringContaining(said)]);
    },
  );

  it.each(['leaseMs', 'seatGraceMs', 'idleMs'] as const)(
    'P13: INV-STATE bites when %s of the policy has changed by no event',
    (field) => {
      const room = watched(committedState, 'ann');
      room.tampering(leaving({ policy: { ...room.room.policy, [field]: 1 } })).join('bob');
      expect(room.complaints).toEqual([expect.stringContaining('the committed policy')]);
    },
  );

  it('P13: INV-STATE bites when the policy has become another one by no event', () => {
    const room = watched(committedState, 'ann');
    const { policy } = room.room;
    room.tampering(leaving({ policy: { ...policy, succession: 'immediate' } })).join('bob');
    room.tampering(leaving({ policy: { ...policy, emptyRoom: 'close' } })).join('cat');
    expect(room.complaints).toHaveLength(2);
  });

  it.each([
    ['joinedAt', later(0), 'bob: joinedAt is 1000'],
    ['eligible', false, 'bob: eligible is false'],
    ['epoch', 2, 'bob: the epoch is 2'],
    ['epochAttached', false, 'bob: epochAttached is false'],
    ['session', 'another', 'bob: the session is another'],
    ['seatUntil', later(5), 'bob: seatUntil is 1005'],
    ['attachment', null, 'bob: the attached connection is null'],
    ['memberId', 'eve', 'eve has a seat in the committed state, but not by the events'],
  ])(
    'P26: INV-STATE bites when %s of a member is not what the events say',
    (field, value, said) => {
      const room = watched(committedState, 'ann bob');
      room.tampering(withMember(1, { [field]: value })).join('cat');
      expect(room.complaints).toEqual([expect.stringContaining(said)]);
    },
  );

  it('P26: INV-STATE bites when the attached instance is not what the events say', () => {
    const room = watched(committedState, 'ann bob');
    const { attachment } = room.member('bob');
    room
      .tampering(withMember(1, { attachment: { ...attachment, instanceId: 'west' } }))
      .join('cat');
    expect(room.complaints).toEqual([expect.stringContaining('the attached instance is west')]);
  });

  it('P7: INV-STATE bites when members do not stand in order of succession', () => {
    const room = watched(committedState, 'ann bob');
    room
      .tampering((commit) => ({
        ...commit,
        after: { ...commit.after, members: commit.after.members.toReversed() },
      }))
      .join('cat');
    expect(room.complaints).toEqual([expect.stringContaining('bob stands after cat')]);
  });

  it('P17: INV-STATE bites when what is kept of the departed is not what the events say', () => {
    const said = [
      [departing({ epoch: 0 }), 'bob: the last epoch is 0'],
      [departing({ removed: false }), 'bob: removed is false'],
      [departing({ memberId: memberId('eve') }), 'eve has departed in the committed state'],
    ] as const;
    for (const [tamper, message] of said) {
      const room = watched(committedState, 'ann bob');
      room.tampering(tamper).remove('bob');
      expect(room.complaints).toEqual([expect.stringContaining(message)]);
    }
  });

  it('P3: INV-STATE bites when an event is left out, or is another one', () => {
    const room = watched(committedState, 'ann bob');
    room.tampering(without('host.changed')).leave('ann');
    expect(room.complaints).toEqual([expect.stringContaining('the host is bob')]);
    const other = watched(committedState, 'ann bob');
    other.tampering(changing('host.absent', { leaseUntil: later(7) })).disconnect('ann');
    expect(other.complaints).toEqual([expect.stringContaining('the lease is 1031')]);
  });

  it('P3: INV-STATE remembers all events, not only those of the last commit', () => {
    const room = watched(committedState, 'ann bob');
    room.tampering(without('member.absent')).pass(1).disconnect('bob');
    room.complaints.length = 0;
    room.pass(1).join('cat');
    expect(room.complaints).toEqual([expect.stringContaining('bob: seatUntil is 1122')]);
  });
});
