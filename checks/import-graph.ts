/** What the imports make together: no circle, and no file that nothing reaches. */
import { filesImportedBy } from './resolution.ts';
import { ROOTS } from './rooms.ts';
import type { SourceTree, Violation } from './source-file.ts';

/** One violation for each import that closes a circle. */
export function cycleViolations(tree: SourceTree): Violation[] {
  const violations: Violation[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      const circle = [...trail.slice(start), path].join(' → ');
      violations.push({ file: path, line: 1, message: `is in a circle of imports: ${circle}` });
      return;
    }
    if (done.has(path)) return;
    for (const next of importedBy(path, tree)) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of tree.keys()) visit(path, []);
  return violations;
}

export function unreachedViolations(tree: SourceTree): Violation[] {
  const reached = reachedFrom(
    [...tree.keys()].filter((path) => ROOTS.some((root) => root.test(path))),
    tree,
  );
  return [...tree.keys()]
    .filter((path) => !reached.has(path))
    .map((file) => ({
      file,
      line: 1,
      message: 'is reached from no command, door, test, benchmark or example: import or delete it',
    }));
}

export function reachedFrom(roots: readonly string[], tree: SourceTree): ReadonlySet<string> {
  const reached = new Set(roots);
  // A set that grows while it is walked: each file is visited once.
  for (const path of reached) {
    for (const next of importedBy(path, tree)) reached.add(next);
  }
  return reached;
}

function importedBy(path: string, tree: SourceTree): string[] {
  const file = tree.get(path);
  return file === undefined ? [] : filesImportedBy(file, tree);
}
