import { describe, expect, it } from 'vitest';
import { Trace, wordOf } from './trace.ts';

type Told = readonly [atMs: number, lane: string, operation: string, cause: number];

function traced(events: readonly Told[], recording = false): Trace {
  const trace = new Trace(recording);
  for (const event of events) trace.begin(...event);
  return trace;
}

const BASE: readonly Told[] = [
  [0, 'server-1', 'boot', -1],
  [5, 'ana', 'open', -1],
];

describe('the trace', () => {
  it.each<[string, readonly Told[]]>([
    [
      'time',
      [
        [0, 'server-1', 'boot', -1],
        [6, 'ana', 'open', -1],
      ],
    ],
    [
      'lane',
      [
        [0, 'server-1', 'boot', -1],
        [5, 'ben', 'open', -1],
      ],
    ],
    [
      'operation',
      [
        [0, 'server-1', 'boot', -1],
        [5, 'ana', 'join', -1],
      ],
    ],
    [
      'cause',
      [
        [0, 'server-1', 'boot', -1],
        [5, 'ana', 'open', 0],
      ],
    ],
    [
      'order',
      [
        [5, 'ana', 'open', -1],
        [0, 'server-1', 'boot', -1],
      ],
    ],
    ['length', [[0, 'server-1', 'boot', -1]]],
  ])('H2: its hash depends on the %s of every event', (_what, events) => {
    expect(traced(events).digest.value()).not.toBe(traced(BASE).digest.value());
  });

  it('H2: a note changes the hash, a detail for people does not, and neither does recording', () => {
    const plain = traced(BASE);
    const recorded = traced(BASE, true);
    recorded.detail(() => 'for people');
    plain.detail(() => {
      throw new Error('made though nobody reads it');
    });
    expect(recorded.digest.value()).toBe(plain.digest.value());
    recorded.note(1);
    expect(recorded.digest.value()).not.toBe(plain.digest.value());
    expect(recorded.event(1).details).toEqual(['for people']);
  });

  it('H2: tells through which event two traces are equal, also where only a note differs', () => {
    const [a, b] = [new Trace(true), new Trace(true)];
    for (const [trace, word] of [
      [a, 1],
      [b, 2],
    ] as const) {
      trace.begin(0, 'server-1', 'boot', -1);
      trace.begin(3, 'ana', 'open', -1);
      trace.note(word);
      trace.begin(9, 'ana', 'close', -1);
    }
    expect([0, 1, 2].map((i) => a.hashThrough(i) === b.hashThrough(i))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('gives back the events that it was given, however many', () => {
    const trace = new Trace(false);
    for (let i = 0; i < 5_000; i++)
      trace.begin(i * 2, `lane ${i % 3}`, `operation ${i % 5}`, i - 1);
    expect(trace.length).toBe(5_000);
    expect(trace.event(4_321)).toEqual({
      index: 4_321,
      atMs: 8_642,
      lane: 'lane 1',
      operation: 'operation 1',
      cause: 4_320,
      details: [],
    });
  });

  it('H2: a word is a function of its characters only, before and after 10,000 others', () => {
    const before = wordOf('commit');
    for (let i = 0; i < 11_000; i++) wordOf(`word ${i}`);
    expect(wordOf('commit')).toBe(before);
    expect(wordOf('a word that is not kept')).toBe(wordOf('a word that is not kept'));
    expect(wordOf('word 1')).not.toBe(wordOf('word 2'));
  });
});
