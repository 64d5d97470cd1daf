/** Something that the caller can put right: said in words that name the place and what would be right, exit 2. */
import { nearest } from '../../sim/plan/nearest.ts';

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A name that is none of `known`, with the nearest one. */
export function unknownName(what: string, name: string, known: readonly string[]): UsageError {
  return new UsageError(`unknown ${what} "${name}"; ${hint(name, known)}`);
}

/** More would not be read. */
const MOST_NAMED = 12;

function hint(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  if (near !== null) return `did you mean "${near}"?`;
  return known.length > MOST_NAMED
    ? '"interregnum list" names them all'
    : `there is: ${known.join(', ') || 'none'}`;
}
