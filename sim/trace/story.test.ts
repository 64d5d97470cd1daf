import { describe, expect, it } from 'vitest';
import { Trace } from '../kernel/trace.ts';
import { story } from './story.ts';

const lines = (trace: Trace, step: number): readonly string[] =>
  story(trace, step).map(({ text }) => text.trim());

describe('a story', () => {
  it('H2: is told by cause and not by time, oldest first, and leaves out what has nothing to tell', () => {
    const trace = new Trace(true);
    trace.begin(1_000, 'ana', 'open', -1);
    trace.begin(1_010, 'server-1', 'deliver', 0);
    trace.detail(() => 'ana asks to open');
    trace.begin(1_011, 'ben', 'join', -1);
    trace.detail(() => 'of another story');
    trace.begin(1_012, 'server-1', 'load', 1);
    trace.begin(1_020, 'server-1', 'commit', 3);
    trace.detail(() => 'commits 1 room.opened');
    trace.detail(() => 'commits 2 member.joined');
    expect(lines(trace, 4)).toEqual([
      '1.000s  #0  ana: open',
      '1.010s  #1  server-1: deliver · ana asks to open',
      '1.020s  #4  server-1: commit · commits 1 room.opened · commits 2 member.joined',
    ]);
  });

  it('H2: always has the step that it is about, also if that has nothing to tell', () => {
    const trace = new Trace(true);
    trace.begin(0, 'server-1', 'boot', -1);
    trace.begin(5, 'server-1', 'load', 0);
    trace.begin(9, 'server-1', 'load answered', 1);
    expect(lines(trace, 2)).toEqual([
      '0.000s  #0  server-1: boot',
      '0.009s  #2  server-1: load answered',
    ]);
    expect(story(trace, -1)).toEqual([]);
  });

  it('H2: is cut to what came last', () => {
    const trace = new Trace(true);
    for (let i = 0; i < 100; i++) {
      trace.begin(i, 'worker-1', `round ${i}`, i - 1);
      trace.detail(() => 'told');
    }
    const told = lines(trace, 99);
    expect(told).toHaveLength(20);
    expect([told[0], told[19]].map((line) => line?.split(': ')[1])).toEqual([
      'round 80 · told',
      'round 99 · told',
    ]);
  });
});
