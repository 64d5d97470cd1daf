import { describe, expect, it } from 'vitest';
import { colourLevel } from './terminal.ts';
import { wrap } from './wrap.ts';

describe('harness §6: colour', () => {
  it.each([
    [{}, true, true, 1],
    [{}, false, true, 0],
    [{ TERM: 'dumb' }, true, true, 0],
    [{ TERM: 'xterm-256color' }, true, true, 2],
    [{ NO_COLOR: '1' }, true, true, 0],
    [{ NO_COLOR: '' }, true, true, 1],
    [{ NO_COLOR: '1', FORCE_COLOR: '3' }, true, true, 0],
    [{ FORCE_COLOR: '1' }, false, true, 1],
    [{ FORCE_COLOR: '0' }, true, true, 0],
    [{ FORCE_COLOR: '3' }, true, false, 0],
  ])('%j, terminal %s, wanted %s: %i', (environment, isTerminal, wanted, level) => {
    expect(colourLevel(environment, isTerminal, wanted)).toBe(level);
  });
});

describe('harness §6: long lines', () => {
  it('break at blanks, and keep what has none', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('onetwothree four', 7)).toEqual(['onetwothree', 'four']);
    expect(wrap('one two three', null)).toEqual(['one two three']);
    expect(wrap('one\n\ntwo', 7)).toEqual(['one', '', 'two']);
  });
});
