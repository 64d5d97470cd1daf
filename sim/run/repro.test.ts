import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRepro, parseRepro, type Repro } from './repro.ts';

const BASE: Repro = {
  scenario: 'random-lease',
  seed: 7,
  strategy: 'random',
  textHash: '0123abcd',
  variant: null,
  store: 'memory',
  shape: 'coordinator',
};

describe('a repro', () => {
  it('H1: is one word for a command line, and comes back as it was', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);
    fc.assert(
      fc.property(
        fc.record({
          scenario: name,
          seed: fc.nat({ max: 2 ** 32 - 1 }),
          strategy: fc.constant('random' as const),
          textHash: fc.stringMatching(/^[0-9a-f]{8}$/),
          variant: fc.option(name),
          store: fc.constantFrom('memory', 'sqlite'),
          shape: fc.constantFrom('coordinator', 'ledger'),
        }),
        (repro) => {
          const word = formatRepro(repro);
          expect(word).toMatch(/^[\w:=.-]+$/);
          expect(parseRepro(word)).toEqual(repro);
        },
      ),
      { seed: 7, numRuns: 200 },
    );
  });

  it('H1: names a file whose path has colons', () => {
    const repro: Repro = { ...BASE, scenario: './a:b.yaml', variant: 'process-lock' };
    expect(parseRepro(formatRepro(repro))).toEqual(repro);
  });

  it('H1: names only what is not the usual', () => {
    expect(formatRepro(BASE)).toBe('random-lease:7:random:0123abcd');
    expect(formatRepro({ ...BASE, variant: 'process-lock', store: 'sqlite' })).toBe(
      'random-lease:7:random:0123abcd:variant=process-lock:store=sqlite',
    );
    expect(formatRepro({ ...BASE, store: 'sqlite', shape: 'ledger' })).toBe(
      'random-lease:7:random:0123abcd:store=sqlite:shape=ledger',
    );
  });

  it.each([
    ['', 'is no repro'],
    ['random-lease', 'is no repro'],
    ['random-lease:x:random:0123abcd', 'is no repro'],
    ['random-lease:7:random:0123', 'is no repro'],
    ['random-lease:7:random:0123ABCD', 'is no repro'],
    ['random-lease:7:best:0123abcd', 'strategy "best"'],
    ['random-lease:7:random:0123abcd:store=disk', 'option "store=disk"'],
    ['random-lease:7:random:0123abcd:shape=log', 'option "shape=log"'],
    ['random-lease:7:random:0123abcd:variant=', 'option "variant="'],
    ['random-lease:7:random:0123abcd:colour=red', 'option "colour=red"'],
  ])('H1: %j is refused with what is wrong with it', (word, message) => {
    const parsed = parseRepro(word);
    expect('error' in parsed ? parsed.error : 'parsed').toContain(message);
  });
});
