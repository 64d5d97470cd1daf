import { describe, expect, it } from 'vitest';
import { RandomStrategy } from '../strategies/random.ts';
import { ChoiceLog, type Strategy } from './choices.ts';

const always = (choice: number): Strategy => ({ choose: () => choice });

describe('the choice log', () => {
  it('H1: keeps every choice, in order, however many there are', () => {
    let next = 0;
    const log = new ChoiceLog({ choose: (_kind, bound) => next++ % bound });
    for (let i = 0; i < 1_000; i++) log.choose('value', 1_000);
    expect(log.length).toBe(1_000);
    expect(log.taken()).toEqual(Array.from({ length: 1_000 }, (_, i) => i));
  });

  it('H1: where there is nothing to choose nothing is asked and nothing logged', () => {
    const log = new ChoiceLog({
      choose: () => {
        throw new Error('was asked');
      },
    });
    expect([log.choose('order', 1), log.choose('order', 0), log.between('latency', 5, 5)]).toEqual([
      0, 0, 5,
    ]);
    expect(log.happens(0)).toBe(false);
    expect(log.taken()).toEqual([]);
  });

  it.each([-1, 3, Number.NaN])(
    'H1: refuses the choice %d of 3, and remembers that it did',
    (choice) => {
      const log = new ChoiceLog(always(choice));
      expect(() => log.choose('value', 3)).toThrow(RangeError);
      expect(log.broken).toBeInstanceOf(RangeError);
      expect(log.length).toBe(0);
    },
  );

  it('H1: bounds are inclusive, and both of them are reached', () => {
    const log = new ChoiceLog(new RandomStrategy(3));
    const drawn = new Set(Array.from({ length: 200 }, () => log.between('latency', 3, 6)));
    expect(drawn).toEqual(new Set([3, 4, 5, 6]));
  });

  it('H7: what happens so many times in a thousand does so', () => {
    expect(new ChoiceLog(always(999)).happens(1_000)).toBe(true);
    expect(new ChoiceLog(always(100)).happens(100)).toBe(false);
    expect(new ChoiceLog(always(99)).happens(100)).toBe(true);
  });
});
