import { describe, expect, it } from 'vitest';
import { RoomDriver } from './room-driver.test-suite.ts';
import { successor } from './succession.ts';

/** A room in which everybody joined in the same millisecond, in the order of the names. */
function simultaneous(names: string): RoomDriver {
  const [host = '', ...others] = names.split(' ');
  const room = new RoomDriver();
  room.open(host);
  for (const name of others) room.join(name);
  return room;
}

describe('P7: the successor', () => {
  it('P7: is whoever joined first, not whoever has the first name', () => {
    const room = RoomDriver.of('host zoe amy');
    expect(successor(room.room)?.memberId).toBe('zoe');
  });

  it('P7: with equal joinedAt is the first by member id, whatever the order of the commits', () => {
    expect(successor(simultaneous('host zoe amy').room)?.memberId).toBe('amy');
  });

  it.each([
    ['upper case before lower', 'host a B', 'B'],
    ['a digit string, not a number', 'host p9 p10', 'p10'],
    ['an underscore after upper and before lower case', 'host a_ aB', 'aB'],
    ['a hyphen counts', 'host co-z coa', 'co-z'],
    ['a prefix comes first', 'host anna ann', 'ann'],
  ])('P7: ids compare by code unit, never by locale: %s', (_, names, expected) => {
    expect(successor(simultaneous(names).room)?.memberId).toBe(expected);
  });

  it('P7: is never the present host, nor an absent or ineligible member', () => {
    const room = RoomDriver.of('ann bob cat dan');
    room.disconnect('bob');
    room.setEligible('cat', false);
    expect(successor(room.room)?.memberId).toBe('dan');
    room.leave('dan');
    expect(successor(room.room)).toBeNull();
  });

  it('P7: keeps its place over absence and resume', () => {
    const room = RoomDriver.of('ann bob cat');
    room.disconnect('bob');
    room.pass(50).resume('bob');
    expect(successor(room.room)?.memberId).toBe('bob');
  });

  it('P7: a former host comes before those who joined after it', () => {
    const room = RoomDriver.of('ann bob cat');
    room.transfer('cat');
    room.leave('cat');
    expect(room.room.host).toBe('ann');
  });

  it('P17: a member that left and joined anew is at the end of the order', () => {
    const room = RoomDriver.of('ann bob cat');
    room.leave('bob');
    room.pass(1).join('bob');
    expect(room.seats).toBe('ann cat bob');
    expect(successor(room.room)?.memberId).toBe('cat');
  });
});
