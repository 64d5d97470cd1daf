/** Which rules and invariants no test speaks of. */
import type { Rule } from './rule-list.ts';
import { isTest, type SourceFile, type SourceTree, type Violation } from './source-file.ts';
import { nodesOf, textOf } from './syntax.ts';
import { type NamedTest, testsOf } from './test-names.ts';

/** The rules that a name carries: `P3` in `P3: …` and in `… (P3, P20)`, but not in `P31`. */
export function rulesIn(name: string): string[] {
  return name.match(/\b[PH]\d+\b/g) ?? [];
}

export function uncoveredRules(tests: readonly NamedTest[], rules: readonly Rule[]): string[] {
  const named = new Set(tests.flatMap(({ name }) => rulesIn(name)));
  return rules
    .filter((rule) => rule.delivered !== 'none' && !named.has(rule.id))
    .map(({ id }) => id);
}

/** Tests that name a rule which does not exist. */
export function unknownRules(tests: readonly NamedTest[], rules: readonly Rule[]): string[] {
  const known = new Set(rules.map(({ id }) => id));
  return tests.flatMap(({ file, name }) =>
    rulesIn(name)
      .filter((id) => !known.has(id))
      .map((id) => `${file}: ${id} in "${name}"`),
  );
}

/** Each invariant that a file of `sim/invariants` declares must be named by a test that exercises it. */
export function invariantViolations(tree: SourceTree): Violation[] {
  const spoken = testsOf(tree)
    .filter(({ file }) => !file.startsWith('checks/'))
    .flatMap(({ name, texts }) => [name, ...texts]);
  return [...tree.values()]
    .filter(({ path }) => path.startsWith('sim/invariants/') && !isTest(path))
    .flatMap((file) => declaredInvariants(file))
    .filter(({ id }) => !spoken.some((text) => idsIn(text).includes(id)))
    .map(({ id, file, line }) => ({ file, line, message: `declares ${id}, which no test names` }));
}

interface Declared {
  readonly id: string;
  readonly file: string;
  readonly line: number;
}

function declaredInvariants(file: SourceFile): Declared[] {
  const seen = new Map<string, Declared>();
  for (const node of nodesOf(file.program)) {
    const id = textOf(node);
    if (id === null || !WHOLE_ID.test(id) || seen.has(id)) continue;
    seen.set(id, { id, file: file.path, line: file.lineAt(node.start) });
  }
  return [...seen.values()];
}

const WHOLE_ID = /^INV-[A-Z0-9-]+$/;

function idsIn(text: string): string[] {
  return text.match(/\bINV-[A-Z0-9]+(?:-[A-Z0-9]+)*\b/g) ?? [];
}
