import { describe, expect, it } from 'vitest';
import { ReplayStrategy, StaleChoices } from './replay.ts';

describe('a replay', () => {
  it('H1: gives the recorded choices, in order, and says how many are left', () => {
    const replay = new ReplayStrategy([2, 0, 1]);
    expect([replay.choose('order', 3), replay.choose('fault', 2)]).toEqual([2, 0]);
    expect(replay.left).toBe(1);
    replay.choose('value', 2);
    expect(replay.left).toBe(0);
  });

  it('H1: is stale when the run asks for more than was recorded', () => {
    const replay = new ReplayStrategy([1]);
    replay.choose('order', 2);
    expect(() => replay.choose('latency', 2)).toThrow(StaleChoices);
    expect(() => replay.choose('latency', 2)).toThrow('latency) after all 1 recorded ones');
  });

  it('H1: is stale when a recorded choice is no longer possible, and stays at it', () => {
    const replay = new ReplayStrategy([0, 4]);
    replay.choose('order', 2);
    expect(() => replay.choose('order', 4)).toThrow(
      'recorded choice 1 is 4, but 0 to 3 are possible there (order)',
    );
    expect(replay.left).toBe(1);
  });

  it.each([-1, 0.5, Number.NaN])(
    'H1: %d in a repro file is stale, and no bug of the harness',
    (bad) => {
      expect(() => new ReplayStrategy([bad]).choose('value', 9)).toThrow(StaleChoices);
    },
  );
});
