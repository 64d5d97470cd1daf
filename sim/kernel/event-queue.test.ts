import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventQueue } from './event-queue.ts';

type Move = { readonly push: number } | 'pop' | 'clear';

/** The model: a list, sorted stably by time when something is taken from it. */
class SortedList {
  #entries: { readonly time: number; readonly payload: number }[] = [];

  push(time: number, payload: number): void {
    this.#entries.push({ time, payload });
    this.#entries.sort((a, b) => a.time - b.time);
  }

  pop(): number | undefined {
    return this.#entries.shift()?.payload;
  }

  clear(): void {
    this.#entries = [];
  }

  get nextTime(): number {
    return this.#entries[0]?.time ?? Number.POSITIVE_INFINITY;
  }

  get size(): number {
    return this.#entries.length;
  }
}

/** What a move gives, and how the queue stands after it. */
function moved(queue: EventQueue<number> | SortedList, move: Move, payload: number): object {
  let popped: number | undefined;
  if (move === 'pop') popped = queue.pop();
  else if (move === 'clear') queue.clear();
  else queue.push(move.push, payload);
  return { popped, next: queue.nextTime, size: queue.size };
}

const moves = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.nat({ max: 20 }).map((push): Move => ({ push })) },
    { weight: 4, arbitrary: fc.constant<Move>('pop') },
    { weight: 1, arbitrary: fc.constant<Move>('clear') },
  ),
  { maxLength: 400 },
);

describe('the event queue', () => {
  it('H1: gives back by time, then by the order of asking, as a sorted list does', () => {
    fc.assert(
      fc.property(moves, (sequence) => {
        const queue = new EventQueue<number>();
        const model = new SortedList();
        sequence.forEach((move, i) => {
          const [got, expected] = [queue, model].map((each) => moved(each, move, i));
          expect(got).toEqual(expected);
        });
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it('keeps its order far beyond its first size', () => {
    const queue = new EventQueue<number>();
    for (let i = 0; i < 5_000; i++) queue.push((i * 7_919) % 1_000, (i * 7_919) % 1_000);
    let last = -1;
    for (let i = 0; i < 5_000; i++) {
      const next = queue.pop() ?? -1;
      expect(next).toBeGreaterThanOrEqual(last);
      last = next;
    }
    expect([queue.size, queue.pop(), queue.nextTime]).toEqual([0, undefined, Infinity]);
  });
});
