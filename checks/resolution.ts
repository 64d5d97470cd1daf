/** From an import to the file or package that it means. */
import { posix } from 'node:path';
import { DOOR } from './rooms.ts';
import type { SourceFile, SourceTree } from './source-file.ts';

export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'missing' };

export function resolve(from: string, specifier: string, tree: SourceTree): Target {
  if (specifier === 'interregnum/sim') return { kind: 'file', path: DOOR };
  if (!specifier.startsWith('.')) return { kind: 'package', name: packageOf(specifier) };
  const path = posix.join(posix.dirname(from), specifier);
  // A worker is named by the file it is compiled to.
  const found = [path, path.replace(/\.js$/, '.ts')].find((each) => tree.has(each));
  return found === undefined ? { kind: 'missing' } : { kind: 'file', path: found };
}

export function isResolved(target: Target): target is Extract<Target, { kind: 'file' }> {
  return target.kind === 'file';
}

/** The files that a file imports, in order, each once. */
export function filesImportedBy(file: SourceFile, tree: SourceTree): string[] {
  const targets = file.imports.map(({ specifier }) =>
    specifier === null ? { kind: 'missing' as const } : resolve(file.path, specifier, tree),
  );
  return [...new Set(targets.filter(isResolved).map(({ path }) => path))];
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
