/** Whether two answers are the same one, field by field, but for the token, which is minted anew (P20). */
import type { Answer } from '../../src/ports/network.ts';

/** The first field in which a repeated answer differs; null: in none. */
export function differingField(first: Answer, again: Answer): string | null {
  if (first === again) return null;
  const others = new Map<string, unknown>(Object.entries(again));
  for (const [name, value] of Object.entries(first) as [string, unknown][]) {
    if (name !== 'token' && !isSame(value, others.get(name))) return name;
    others.delete(name);
  }
  for (const [name] of others) return name;
  return null;
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const fields = Object.entries(a) as [string, unknown][];
  const others = new Map<string, unknown>(Object.entries(b));
  return (
    fields.length === others.size &&
    fields.every(([name, value]) => isSame(value, others.get(name)))
  );
}
