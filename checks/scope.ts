/** Whether a node brings a name into scope for what is inside it: a local hides the global. */
import type { Node } from 'oxc-parser';
import { childrenOf } from './syntax.ts';

export function declares(scope: Node, name: string): boolean {
  switch (scope.type) {
    case 'Program':
    case 'BlockStatement':
    case 'StaticBlock':
      return scope.body.some((statement) => isDeclaredBy(statement, name));
    case 'SwitchCase':
      return scope.consequent.some((statement) => isDeclaredBy(statement, name));
    case 'ForStatement':
      return scope.init !== null && isDeclaredBy(scope.init, name);
    case 'ForInStatement':
    case 'ForOfStatement':
      return isDeclaredBy(scope.left, name);
    case 'CatchClause':
      return scope.param !== null && binds(scope.param, name);
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return scope.params.some((param) => binds(param, name));
    default:
      return false;
  }
}

/** `declare const process` gives a type to the global, and hides nothing. */
function isDeclaredBy(statement: Node, name: string): boolean {
  switch (statement.type) {
    case 'VariableDeclaration':
      return !statement.declare && statement.declarations.some(({ id }) => binds(id, name));
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return statement.id?.name === name;
    case 'ImportDeclaration':
      return statement.specifiers.some(({ local }) => local.name === name);
    case 'ExportNamedDeclaration':
      return statement.declaration !== null && isDeclaredBy(statement.declaration, name);
    default:
      return false;
  }
}

/** A pattern binds its names; a default value and a key in it do not. */
function binds(pattern: Node, name: string): boolean {
  if (pattern.type === 'Identifier') return pattern.name === name;
  return childrenOf(pattern).some(({ key, node }) => PATTERN_KEYS.has(key) && binds(node, name));
}

/** Of array and object patterns, their properties, defaults, rests and parameter properties. */
const PATTERN_KEYS = new Set(['elements', 'properties', 'value', 'left', 'argument', 'parameter']);
