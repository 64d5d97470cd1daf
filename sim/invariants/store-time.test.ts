import { describe, expect, it } from 'vitest';
import { storeTime } from './store-time.ts';
import { complaintsOverALegalLife, later, watched } from './watch-harness.test-suite.ts';

describe('P2: INV-STORE-TIME', () => {
  it('P2: INV-STORE-TIME says nothing of a legal life', () => {
    expect(complaintsOverALegalLife(storeTime)).toEqual([]);
  });

  it('P2: INV-STORE-TIME bites when store time goes back', () => {
    const room = watched(storeTime, 'ann bob');
    room.pass(10).disconnect('bob');
    room.clock = later(10);
    room.tampering((commit) => ({ ...commit, at: later(10) })).resume('bob');
    expect(room.complaints).toEqual([expect.stringContaining('but store time was 1011 before')]);
  });

  it.each([
    ['was read before the commit', -1],
    ['comes from a clock that is ahead', 1],
    ['is no whole number', 0.5],
  ])('P2: INV-STORE-TIME bites when the time of a commit %s', (_, off) => {
    const room = watched(storeTime, 'ann bob');
    const at = room.pass(10).now;
    room.tampering((commit) => ({ ...commit, at: later(at - later(0) + off) })).disconnect('bob');
    expect(room.complaints).toEqual([expect.stringContaining(`showed ${at} inside the commit`)]);
  });
});
