/** Finds real time, chance, locale and process where only a port may stand (H3, H4). */
import type { Node } from 'oxc-parser';
import {
  type AmbientException,
  BANNED_GLOBALS,
  BANNED_MEMBERS,
  GUARDED_OBJECTS,
} from './ambient-names.ts';
import { roomOf } from './rooms.ts';
import { declares } from './scope.ts';
import type { SourceFile, SourceTree, Violation } from './source-file.ts';
import { childrenOf, textOf } from './syntax.ts';

interface Use {
  readonly name: string;
  readonly instead: string;
  readonly offset: number;
}

/** Refuses uses without an exception, and exceptions without a use. */
export function ambientViolations(
  tree: SourceTree,
  exceptions: readonly AmbientException[],
): Violation[] {
  const files = [...tree.values()].filter(({ path }) => roomOf(path)?.ambient !== true);
  const found = files.flatMap((file) => ambientUses(file).map((use) => ({ file, use })));
  const excused = (file: string, name: string): boolean =>
    exceptions.some((each) => each.file === file && each.names.includes(name));
  const idle = exceptions.flatMap(({ file, names }) =>
    names
      .filter((name) => !found.some((each) => each.file.path === file && each.use.name === name))
      .map((name) => ({ file, line: 1, message: `no longer uses ${name}: drop the exception` })),
  );
  const uses = found.filter(({ file, use }) => !excused(file.path, use.name));
  return [...uses.map(({ file, use }) => violation(file, use)), ...idle];
}

function violation(file: SourceFile, { name, instead, offset }: Use): Violation {
  return { file: file.path, line: file.lineAt(offset), message: `names ${name}: ${instead}` };
}

function ambientUses(file: SourceFile): Use[] {
  const uses: Use[] = [];
  const visit = (node: Node, key: string, ancestors: readonly Node[]): void => {
    const use = useIn(node, key, ancestors);
    if (use !== null) uses.push({ ...use, offset: node.start });
    for (const child of childrenOf(node)) {
      if (!isTypePosition(node, child.key)) visit(child.node, child.key, [node, ...ancestors]);
    }
  };
  visit(file.program, 'program', []);
  return uses;
}

type Finding = Omit<Use, 'offset'>;

/** The ancestors are the nearest first. */
function useIn(node: Node, key: string, ancestors: readonly Node[]): Finding | null {
  const isLocal = (name: string): boolean => ancestors.some((each) => declares(each, name));
  const [parent] = ancestors;
  if (node.type === 'MemberExpression') return memberUse(node.object, memberName(node), isLocal);
  if (node.type === 'ImportSpecifier') return bannedMember(textOrName(node.imported));
  if (node.type !== 'Identifier' || parent === undefined || isPlainName(key, parent)) return null;
  const use = globalUse(node.name) ?? guardedUse(node.name, key, parent);
  return use === null || isLocal(node.name) ? null : use;
}

function memberUse(
  object: Node,
  member: string | null,
  isLocal: (name: string) => boolean,
): Finding | null {
  if (member === null) return null;
  if (object.type !== 'Identifier' || isLocal(object.name)) return bannedMember(member);
  const guard = own(GUARDED_OBJECTS, object.name);
  if (guard?.banned.includes(member) !== true) return bannedMember(member);
  return { name: `${object.name}.${member}`, instead: guard.instead };
}

function bannedMember(name: string): Finding | null {
  const instead = own(BANNED_MEMBERS, name);
  return instead === undefined ? null : { name, instead };
}

function globalUse(name: string): Finding | null {
  const instead = own(BANNED_GLOBALS, name);
  return instead === undefined ? null : { name, instead };
}

/** `Date.UTC`, `new Date(ms)` and `instanceof Date` are pure; `new Date()`, `Date()`, an alias are not. */
function guardedUse(name: string, key: string, parent: Node): Finding | null {
  const guard = own(GUARDED_OBJECTS, name);
  if (guard === undefined) return null;
  if (parent.type === 'MemberExpression' && key === 'object') return null;
  if (parent.type === 'BinaryExpression' && parent.operator === 'instanceof') return null;
  const call = parent.type === 'NewExpression' && key === 'callee';
  if (call && parent.arguments.length > 0) return null;
  return { name: call ? `new ${name}()` : name, instead: guard.instead };
}

function memberName(node: Extract<Node, { type: 'MemberExpression' }>): string | null {
  return node.computed ? textOf(node.property) : textOrName(node.property);
}

function textOrName(node: Node): string {
  return node.type === 'Identifier' ? node.name : (textOf(node) ?? '');
}

/** A name that refers to nothing in scope: a member, a key, a label, the outer side of a rename. */
function isPlainName(key: string, parent: Node): boolean {
  if (key === 'property' || key === 'key') return 'computed' in parent && !parent.computed;
  if (parent.type === 'ImportSpecifier') return key === 'imported';
  if (parent.type === 'ExportSpecifier') return key === 'exported';
  return key === 'label' || parent.type === 'MetaProperty';
}

const TYPE_KEYS = new Set([
  'typeAnnotation',
  'returnType',
  'typeArguments',
  'typeParameters',
  'superTypeArguments',
  'implements',
]);

/** A type runs nothing: `clock: typeof setTimeout` is how a fake is described. */
function isTypePosition(node: Node, key: string): boolean {
  if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') return true;
  return TYPE_KEYS.has(key) || (node.type === 'ImportDeclaration' && node.importKind === 'type');
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
