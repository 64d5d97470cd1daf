import { expect, it } from 'vitest';
import { CODE } from '../../src/core/room-driver.test-suite.ts';
import { publicEvent } from '../../src/core/view.ts';
import { deadLetter } from './dead-letter.ts';
import { watched, type WatchedRoom } from './watch-harness.test-suite.ts';

const said = (text: string): unknown => [expect.stringContaining(text)];
const FIRST = { target: 'bus', code: CODE, generation: 1, sequence: 1 };

function fail(room: WatchedRoom, forGood: boolean, times = 1): void {
  const [event] = room.events;
  if (event === undefined) throw new Error('nothing was committed');
  const record = { idempotencyKey: `${CODE}:1:1`, code: CODE, event: publicEvent(event) };
  for (let i = 0; i < times; i++) room.monitor.failed('bus', record, forGood);
}

it('P21: INV-DEAD-LETTER lets a record halt that was refused for good, or failed again and again', () => {
  for (const [forGood, times] of [
    [true, 1],
    [false, 20],
  ] as const) {
    const room = watched(deadLetter, 'ann bob');
    fail(room, forGood, times);
    room.monitor.halted(FIRST);
    expect(room.complaints).toEqual([]);
  }
});

it('P21: INV-DEAD-LETTER bites when a record is halted without need', () => {
  const room = watched(deadLetter, 'ann bob');
  fail(room, false, 19);
  room.monitor.halted(FIRST);
  expect(room.complaints).toEqual(said('has failed 19 times'));
  room.monitor.halted({ ...FIRST, target: 'archive' });
  expect(room.complaints).toHaveLength(2);
});

it('P21: INV-DEAD-LETTER bites when what is not halted is dropped, or nobody has asked for it', () => {
  const room = watched(deadLetter, 'ann bob');
  room.monitor.dropped(FIRST);
  expect(room.complaints).toEqual(said('where it was not halted'));
  fail(room, true);
  room.monitor.halted(FIRST);
  room.monitor.dropped(FIRST);
  expect(room.complaints.at(-1)).toContain('no operator asked for it');
});

it('P21: INV-DEAD-LETTER lets an operator drop a halted record, once', () => {
  const room = watched(deadLetter, 'ann bob');
  room.steps.push({ atMs: 0, who: 'operator', room: CODE, does: { kind: 'drop-record' } });
  fail(room, true);
  room.monitor.halted(FIRST);
  room.monitor.dropped(FIRST);
  expect(room.complaints).toEqual([]);
  room.monitor.dropped(FIRST);
  expect(room.complaints).toHaveLength(1);
});
