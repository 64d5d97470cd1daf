/** What a file imports: static, type-only, re-exported, dynamic, and by URL. */
import type { Node } from 'oxc-parser';
import { nodesOf, textOf } from './syntax.ts';

/** `url`: a worker entry named by `new URL('./x.js', import.meta.url)`. */
export type ImportKind = 'value' | 'type' | 'dynamic' | 'url';

export interface Import {
  readonly kind: ImportKind;
  /** Null: computed at run time, so that nobody can check it. */
  readonly specifier: string | null;
  readonly line: number;
}

export function importsOf(program: Node, lineAt: (offset: number) => number): Import[] {
  const found: Import[] = [];
  for (const node of nodesOf(program)) {
    const request = requestOf(node);
    if (request !== null) found.push({ ...request, line: lineAt(node.start) });
  }
  return found;
}

type Request = Omit<Import, 'line'>;

function requestOf(node: Node): Request | null {
  switch (node.type) {
    case 'ImportDeclaration':
      return { kind: kindOf(node.importKind, node.specifiers), specifier: node.source.value };
    case 'ExportAllDeclaration':
      return { kind: kindOf(node.exportKind, []), specifier: node.source.value };
    case 'ExportNamedDeclaration':
      if (node.source === null) return null;
      return { kind: kindOf(node.exportKind, node.specifiers), specifier: node.source.value };
    case 'TSImportType':
      return { kind: 'type', specifier: node.source.value };
    case 'TSExternalModuleReference':
      return { kind: 'value', specifier: node.expression.value };
    case 'ImportExpression':
      return { kind: 'dynamic', specifier: plain(node.source) };
    case 'CallExpression':
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'require') return null;
      return { kind: 'dynamic', specifier: plain(node.arguments[0]) };
    case 'NewExpression':
      return byUrl(node.callee, node.arguments);
    default:
      return null;
  }
}

/** A computed specifier is null: `import(name)` cannot be held against a table. */
function plain(node: Node | undefined): string | null {
  return node?.type === 'Literal' ? textOf(node) : null;
}

function byUrl(callee: Node, [path, base]: readonly Node[]): Request | null {
  if (callee.type !== 'Identifier' || callee.name !== 'URL') return null;
  if (base?.type !== 'MemberExpression' || base.object.type !== 'MetaProperty') return null;
  const specifier = plain(path);
  return specifier !== null && /\.[jt]s$/.test(specifier) ? { kind: 'url', specifier } : null;
}

function kindOf(declared: 'type' | 'value' | undefined, specifiers: readonly Node[]): ImportKind {
  if (declared === 'type') return 'type';
  const types = specifiers.filter(
    (each) =>
      (each.type === 'ImportSpecifier' && each.importKind === 'type') ||
      (each.type === 'ExportSpecifier' && each.exportKind === 'type'),
  );
  return types.length > 0 && types.length === specifiers.length ? 'type' : 'value';
}
