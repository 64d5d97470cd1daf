/** The names of all tests, read from their syntax: with the suites around them, and skipped ones left out. */
import type { Node } from 'oxc-parser';
import { reachedFrom } from './import-graph.ts';
import { isTest, type SourceFile, type SourceTree } from './source-file.ts';
import { childrenOf, nodesOf, textOf } from './syntax.ts';

export interface NamedTest {
  readonly file: string;
  /** The titles of its suites and its own; a substitution in a title is left blank. */
  readonly name: string;
  /** Every text that stands in the test or in the table it is run over. */
  readonly texts: readonly string[];
}

/** Of the test files, and of the shared suites that one of them imports. */
export function testsOf(tree: SourceTree): NamedTest[] {
  const runs = reachedFrom(
    [...tree.keys()].filter((path) => path.endsWith('.test.ts')),
    tree,
  );
  return [...tree.values()].filter(({ path }) => isTest(path) && runs.has(path)).flatMap(testsIn);
}

function testsIn(file: SourceFile): NamedTest[] {
  const collect = (node: Node, suites: readonly string[]): NamedTest[] => {
    const call = blockOf(node);
    if (call?.kind === 'off') return [];
    if (call?.kind === 'test') {
      const name = [...suites, call.title].join(' ');
      return [{ file: file.path, name, texts: textsIn(node) }];
    }
    const inner = call === null ? suites : [...suites, call.title];
    return childrenOf(node).flatMap((child) => collect(child.node, inner));
  };
  return collect(file.program, []);
}

interface Block {
  readonly kind: 'test' | 'suite' | 'off';
  readonly title: string;
}

/** `it('…', …)`, `it.each([…])('…', …)`, `describe.each`, `test.prop([…])('…', …)`; else null. */
function blockOf(node: Node): Block | null {
  if (node.type !== 'CallExpression') return null;
  const title = textOf(node.arguments[0]);
  const path = calleePath(node.callee);
  const [root, ...modifiers] = path;
  const isTestCall = root === 'it' || root === 'test';
  if (title === null || (!isTestCall && root !== 'describe')) return null;
  if (modifiers.some((each) => OFF.has(each))) return { kind: 'off', title };
  return { kind: isTestCall ? 'test' : 'suite', title };
}

const OFF: ReadonlySet<string> = new Set(['skip', 'todo', 'skipIf', 'runIf', 'fails']);

/** `it.each(table)` is `['it', 'each']`. */
function calleePath(callee: Node): string[] {
  switch (callee.type) {
    case 'Identifier':
      return [callee.name];
    case 'MemberExpression':
      return callee.property.type === 'Identifier'
        ? [...calleePath(callee.object), callee.property.name]
        : [];
    case 'CallExpression':
      return calleePath(callee.callee);
    case 'TaggedTemplateExpression':
      return calleePath(callee.tag);
    default:
      return [];
  }
}

function textsIn(node: Node): string[] {
  return [...nodesOf(node)].map(textOf).filter((text) => text !== null);
}
