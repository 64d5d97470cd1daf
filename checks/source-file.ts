/** One parsed file: what it imports, and its syntax tree. */
import { type Node, parseSync } from 'oxc-parser';
import { type Import, importsOf } from './imports-of.ts';

export interface SourceFile {
  /** From the top of the repository, with `/`. */
  readonly path: string;
  readonly program: Node;
  readonly imports: readonly Import[];
  /** The line (from 1) of an offset in the text. */
  readonly lineAt: (offset: number) => number;
}

/** All files under check, by path. */
export type SourceTree = ReadonlyMap<string, SourceFile>;

/** What is wrong, where, and what would be right. */
export interface Violation {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

function parseFile(path: string, text: string): SourceFile {
  const { program, errors } = parseSync(path, text);
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  return { path, program, imports: importsOf(program, lineAt), lineAt };
}

export function parseTree(texts: Readonly<Record<string, string>>): SourceTree {
  return new Map(Object.entries(texts).map(([path, text]) => [path, parseFile(path, text)]));
}

/** A test, or a suite that several test files share. */
export function isTest(path: string): boolean {
  return /\.test(-suite)?\.ts$/.test(path);
}

export function printViolations(violations: readonly Violation[]): string[] {
  return violations.map(({ file, line, message }) => `${file}:${line} ${message}`);
}
