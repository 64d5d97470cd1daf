import { describe, expect, it } from 'vitest';
import { roomCode } from '../../src/core/ids.ts';
import { CODE, START } from '../../src/core/room-driver.test-suite.ts';
import { sequence } from './sequence.ts';
import {
  changing,
  complaintsOverALegalLife,
  later,
  leaving,
  replacing,
  type Tamper,
  watched,
} from './watch-harness.test-suite.ts';

describe('P3: INV-SEQUENCE', () => {
  it('P3: INV-SEQUENCE says nothing of a legal life', () => {
    expect(complaintsOverALegalLife(sequence)).toEqual([]);
  });

  const numbers: readonly (readonly [string, Tamper, RegExp])[] = [
    ['leaves a number out', changing('member.absent', { sequence: 5 }), /sequence 5 where 4/],
    ['repeats a number', changing('member.absent', { sequence: 3 }), /sequence 3 where 4/],
    ['carries another generation', changing('member.absent', { generation: 2 }), /generation 2/],
    ['carries another store time', changing('member.absent', { at: later(0) }), /store time 1000/],
    ['leads to another revision', leaving({ revision: 5 }), /revision is 5/],
    ['has no event', replacing([]), /no event/],
    ['is that of another room', leaving({ code: roomCode('OTHER') }), /room OTHER/],
  ];
  it.each(numbers)('P3: INV-SEQUENCE bites when a commit %s', (_, tamper, said) => {
    const room = watched(sequence, 'ann bob');
    room.pass(1).tampering(tamper).disconnect('bob');
    expect(room.complaints).toEqual([expect.stringMatching(said)]);
    expect(room.complaints[0]).toContain('P3: in room GAME, generation 1');
  });

  it('P3: INV-SEQUENCE bites when a room opens twice in a generation', () => {
    const room = watched(sequence, 'ann');
    const { policy, host } = room.room;
    if (host === null) throw new Error('ann is host');
    room.tampering(replacing([{ kind: 'room.opened', memberId: host, policy }])).join('bob');
    expect(room.complaints).toEqual([expect.stringContaining('a generation opens once')]);
  });

  it('P3: INV-SEQUENCE bites when a room has changed between two commits', () => {
    const room = watched(sequence, 'ann bob');
    const changes: readonly (readonly [object, string])[] = [
      [{ host: 'bob' }, 'the host changed from ann to bob'],
      [{ hostTerm: 2 }, 'the host term changed from 1 to 2'],
      [{ leaseUntil: START }, 'the lease changed from null to 1000'],
      [{ revision: 2 }, 'the revision changed from 3 to 2'],
      [{ closed: 'ended' }, 'the closing changed from null to ended'],
      [{ emptySince: START }, 'the start of the empty time changed'],
      [{ members: room.room.members.slice(1) }, 'the number of members changed from 2 to 1'],
      [{ members: room.room.members.toReversed() }, 'member ann changed'],
      [{ departed: [{ memberId: 'cat', epoch: 1, removed: false }] }, 'the number of the departed'],
      [{ policy: { ...room.room.policy, leaseMs: 31 } }, 'the policy changed'],
    ];
    const { room: before, now: at } = room;
    for (const [change, said] of changes) {
      room.complaints.length = 0;
      room.see({ code: CODE, before: { ...before, ...change }, after: before, events: [], at });
      expect(room.complaints[0]).toContain(said);
    }
  });

  it.each([
    ['joinedAt', later(9)],
    ['eligible', false],
    ['session', 'another'],
    ['epoch', 2],
    ['epochAttached', false],
    ['attachment', null],
    ['seatUntil', later(9)],
  ])(
    'P3: INV-SEQUENCE bites when %s of a member has changed between two commits',
    (field, value) => {
      const room = watched(sequence, 'ann bob');
      const [ann, ...others] = room.room.members;
      const members = [{ ...ann, [field]: value }, ...others];
      room
        .tampering(({ before, ...commit }) => ({
          ...commit,
          before: before === null ? null : Object.assign({ ...before }, { members }),
        }))
        .join('cat');
      expect(room.complaints).toEqual([expect.stringContaining('member ann changed')]);
    },
  );

  it('P3: INV-SEQUENCE bites when the store has lost a room, or found one', () => {
    const room = watched(sequence, 'ann');
    room.tampering((commit) => ({ ...commit, before: null })).join('bob');
    expect(room.complaints).toEqual([expect.stringContaining('the state vanished')]);
    const code = roomCode('OTHER');
    room.see({ code, before: room.room, after: { ...room.room, code }, events: [], at: room.now });
    expect(room.complaints[1]).toContain('a state came to be');
  });

  it('P3: INV-SEQUENCE bites when the store holds something else than the last commit at the end', () => {
    const room = watched(sequence, 'ann bob');
    room.monitor.ended();
    expect(room.complaints).toEqual([]);
    room.held = { ...room.room, hostTerm: 7 };
    room.monitor.ended();
    expect(room.complaints).toEqual([expect.stringContaining('after the last commit')]);
  });
});

describe('P18: INV-SEQUENCE', () => {
  it('P18: INV-SEQUENCE bites when a generation number comes again, or comes down', () => {
    const room = watched(sequence, 'ann');
    const after = { ...room.room, code: roomCode('OTHER') };
    room.see({ code: after.code, before: null, after, events: room.events, at: room.now });
    expect(room.complaints).toEqual([expect.stringContaining('a number above 1')]);
  });

  it('P18: INV-SEQUENCE bites when a generation does not begin with room.opened', () => {
    const room = watched(sequence, 'ann');
    room.end();
    room
      .tampering((commit) => {
        const [, joined] = commit.events;
        if (joined === undefined) throw new Error('nobody joined');
        return {
          ...commit,
          events: [{ ...joined, sequence: 1 }],
          after: { ...commit.after, revision: 1 },
        };
      })
      .open('bob');
    expect(room.complaints).toEqual([expect.stringContaining('instead of room.opened')]);
  });

  it('P18: INV-SEQUENCE bites when a generation begins while another of the code is live', () => {
    const room = watched(sequence, 'ann');
    const live = room.room;
    const events = room.events.map((event) => ({ ...event, generation: 2 }));
    room.see({ code: CODE, before: live, after: { ...live, generation: 2 }, events, at: room.now });
    expect(room.complaints).toEqual([
      expect.stringContaining('generation 1 of the code is not closed'),
    ]);
  });
});
