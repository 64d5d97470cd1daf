/** A YAML text that remembers where each of its keys and values stands. */
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
} from 'yaml';
import type { Path } from './problem.ts';

export interface Position {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

export interface SyntaxProblem extends Position {
  readonly message: string;
}

/** Far more than any story needs. */
const LONGEST_TEXT = 1_000_000;

export class YamlSource {
  /** The file as plain data; undefined if its syntax is wrong. */
  readonly data: unknown;
  readonly syntaxProblems: readonly SyntaxProblem[];
  readonly #document: Document.Parsed | null;
  readonly #lines = new LineCounter();

  constructor(text: string) {
    if (text.length > LONGEST_TEXT) {
      this.#document = null;
      this.syntaxProblems = [
        { line: 1, column: 1, message: `the file has more than ${LONGEST_TEXT} characters` },
      ];
      return;
    }
    const document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    this.#document = document;
    const problems = [...document.errors, ...document.warnings].map(({ message, pos }) => ({
      ...this.#place(pos[0]),
      message: message.split('\n')[0] ?? message,
    }));
    if (problems.length === 0) {
      try {
        this.data = document.toJS();
      } catch (error) {
        const message = error instanceof Error ? error.message : 'cannot be read';
        problems.push({ line: 1, column: 1, message });
      }
    }
    this.syntaxProblems = problems;
  }

  /** What is written at the path; undefined if nothing is. */
  at(path: Path): unknown {
    let value = this.data;
    for (const part of path) {
      if (typeof value !== 'object' || value === null) return undefined;
      value = Reflect.get(value, part);
    }
    return value;
  }

  /** Where the key or the value at the path stands; of what is missing, where it would be. */
  position(path: Path, at: 'key' | 'value'): Position {
    let node = this.#resolved(this.#document?.contents);
    let offset = node?.range?.[0] ?? 0;
    for (const [i, part] of path.entries()) {
      const wantsKey = at === 'key' && i === path.length - 1;
      const next = this.#step(node, part, wantsKey);
      if (next === null) break;
      offset = next.offset;
      node = next.node;
    }
    return this.#place(offset);
  }

  #step(
    node: Node | undefined,
    part: string | number,
    wantsKey: boolean,
  ): { readonly offset: number; readonly node: Node | undefined } | null {
    if (isMap(node)) {
      const pair = node.items.find(
        ({ key }) => isScalar(key) && String(key.value) === String(part),
      );
      return pair === undefined ? null : this.#pairStep(pair, wantsKey);
    }
    if (!isSeq(node) || typeof part !== 'number') return null;
    const item = node.items[part] as Node | undefined;
    return { offset: item?.range?.[0] ?? node.range?.[0] ?? 0, node: this.#resolved(item) };
  }

  #pairStep(
    pair: Pair,
    wantsKey: boolean,
  ): { readonly offset: number; readonly node: Node | undefined } {
    const key = pair.key as Node;
    const value = pair.value as Node | null;
    const keyOffset = key.range?.[0] ?? 0;
    const offset = wantsKey ? keyOffset : (value?.range?.[0] ?? keyOffset);
    return { offset, node: this.#resolved(value) };
  }

  #resolved(node: Node | null | undefined): Node | undefined {
    if (isAlias(node) && this.#document !== null) return node.resolve(this.#document);
    return node ?? undefined;
  }

  #place(offset: number): Position {
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  }
}
