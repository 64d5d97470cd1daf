import { expect, it } from 'vitest';
import { accepts, isBehind, takesSnapshot } from './accept.ts';
import { eventAt, eventsTo, fold } from './room-script.test-suite.ts';

const at5 = { generation: 7, cursor: 5 };

it.each([
  { sequence: 4, generation: 7, verdict: 'duplicate' },
  { sequence: 5, generation: 7, verdict: 'duplicate' },
  { sequence: 6, generation: 7, verdict: 'apply' },
  { sequence: 7, generation: 7, verdict: 'gap' },
  { sequence: 6, generation: 6, verdict: 'foreign' },
  { sequence: 6, generation: 8, verdict: 'foreign' },
])('P24: at 7:5, event $generation:$sequence is $verdict', ({ sequence, generation, verdict }) => {
  expect(accepts(at5, eventAt(generation, sequence))).toBe(verdict);
});

it('P24: without a view nothing can be applied', () => {
  expect(accepts({ generation: 7, cursor: null }, eventAt(7, 1))).toBe('gap');
  expect(accepts({ generation: null, cursor: null }, eventAt(7, 1))).toBe('foreign');
});

it('P24: a snapshot is taken above the cursor only, and of the own generation only', () => {
  const taken = [4, 5, 6].map((count) => takesSnapshot(at5, fold(eventsTo(7, count))));
  expect(taken).toEqual([false, false, true]);
  expect(takesSnapshot(at5, fold(eventsTo(8, 6)))).toBe(false);
  expect(takesSnapshot({ generation: 7, cursor: null }, fold(eventsTo(7, 1)))).toBe(true);
});

it('P24: a revision above the cursor is a gap', () => {
  expect([4, 5, 6].map((revision) => isBehind(at5, revision))).toEqual([false, false, true]);
  expect(isBehind({ generation: 7, cursor: null }, 0)).toBe(true);
});
