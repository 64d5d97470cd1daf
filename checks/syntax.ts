/** Walking a syntax tree. */
import type { Node } from 'oxc-parser';

export interface Child {
  /** The parent's property that holds the node. */
  readonly key: string;
  readonly node: Node;
}

export function childrenOf(node: Node): Child[] {
  return Object.keys(node).flatMap((key) => {
    const value: unknown = Reflect.get(node, key);
    const held: unknown[] = Array.isArray(value) ? value : [value];
    return held.filter(isNode).map((child) => ({ key, node: child }));
  });
}

/** Every node of a tree, parents first. */
export function* nodesOf(root: Node): Generator<Node> {
  yield root;
  for (const { node } of childrenOf(root)) yield* nodesOf(node);
}

/** The text of a string literal, or of a template with a blank for each substitution. */
export function textOf(node: Node | null | undefined): string | null {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node?.type !== 'TemplateLiteral') return null;
  return node.quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw).join(' ');
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
  );
}
