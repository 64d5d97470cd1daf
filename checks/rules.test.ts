import { describe, expect, it } from 'vitest';
import { readRepository } from './repository.ts';
import { invariantViolations, rulesIn, uncoveredRules, unknownRules } from './rule-coverage.ts';
import { RULES } from './rule-list.ts';
import { parseTree, printViolations } from './source-file.ts';
import { testsOf } from './test-names.ts';

function namesIn(texts: Readonly<Record<string, string>>): string[] {
  return testsOf(parseTree(texts)).map(({ name }) => name);
}

describe('every rule has its test', () => {
  const tree = readRepository();
  const tests = testsOf(tree);

  it('each rule that is delivered is carried by the name of a test', () => {
    expect(uncoveredRules(tests, RULES)).toEqual([]);
  });

  it('no test names a rule that does not exist', () => {
    expect(unknownRules(tests, RULES)).toEqual([]);
  });

  it('each invariant is named by a test that exercises it', () => {
    expect(printViolations(invariantViolations(tree))).toEqual([]);
  });
});

describe('names are read from the syntax', () => {
  it('with the suites around a test', () => {
    const text =
      "describe('A', () => { describe('B', () => { it('c', run); test('d', run); }); });";
    expect(namesIn({ 'src/core/a.test.ts': text })).toEqual(['A B c', 'A B d']);
  });

  it.each([
    ["it.each([1, 2])('name %i', run);", 'name %i'],
    ["it.each`a ${1}`('name', run);", 'name'],
    ["test.prop([fc.nat()])('name', run);", 'name'],
    ["it.concurrent('name', run);", 'name'],
    ["it('name', { timeout: 5 }, run);", 'name'],
    ['it(`name ${each}`, run);', 'name  '],
    ["for (const each of all) { it('name', run); }", 'name'],
    ["describe.each([1])('A', () => { it('name', run); });", 'A name'],
  ])('%s', (text, name) => {
    expect(namesIn({ 'sim/world/a.test.ts': text })).toEqual([name]);
  });

  it.each([
    "it.skip('name', run);",
    "it.todo('name');",
    "it.skipIf(slow)('name', run);",
    "describe.skip('A', () => { it('name', run); });",
    "notATest('name', run);",
    "describe('A', () => {});",
    "// it('name', run);",
  ])('none in: %s', (text) => {
    expect(namesIn({ 'sim/world/a.test.ts': text })).toEqual([]);
  });

  it('a shared suite counts once a test file imports it', () => {
    const suite = "export function contract() { describe('store', () => { it('name', run); }); }";
    const alone = { 'src/stores/a.test-suite.ts': suite };
    expect(namesIn(alone)).toEqual([]);
    const used = { ...alone, 'src/stores/a.test.ts': "import './a.test-suite.ts';" };
    expect(namesIn(used)).toEqual(['store name']);
  });
});

describe('what is missing is named', () => {
  it.each([
    ['P3: one step', ['P3']],
    ['H2, P20: again', ['H2', 'P20']],
    ['the edge (P31)', ['P31']],
    ['MP3 and P3x', []],
  ])('%s', (name, rules) => {
    expect(rulesIn(name)).toEqual(rules);
  });

  const tree = parseTree({
    'src/core/a.test.ts': "it('P1: one host', run); it('P99: typo', run);",
    'sim/invariants/single-host.ts': "export const single = { id: 'INV-SINGLE-HOST' };",
    'sim/invariants/lease.ts': "\nexport const lease = { id: 'INV-LEASE' };",
    'sim/invariants/single-host.test.ts': "it('catches', () => find('INV-SINGLE-HOST'));",
    'sim/invariants/other.test.ts': "it('INV-LEASE-END catches', run);",
  });

  it('a rule without a test; one that comes later needs none', () => {
    const rules = [
      { id: 'P1', delivered: 'all' },
      { id: 'P2', delivered: 'all' },
      { id: 'P12', delivered: 'part', later: 'outages' },
      { id: 'P13', delivered: 'none', later: 'policies' },
    ] as const;
    expect(uncoveredRules(testsOf(tree), rules)).toEqual(['P2', 'P12']);
    expect(unknownRules(testsOf(tree), rules)).toEqual(['src/core/a.test.ts: P99 in "P99: typo"']);
  });

  it('an invariant without a test', () => {
    expect(printViolations(invariantViolations(tree))).toEqual([
      'sim/invariants/lease.ts:2 declares INV-LEASE, which no test names',
    ]);
  });

  it('the list holds each rule of the protocol and the harness once', () => {
    const ids = RULES.map(({ id }) => id);
    const numbered = (letter: string, count: number): string[] =>
      Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
    expect(ids).toEqual([...numbered('P', 28), ...numbered('H', 7)]);
  });
});
