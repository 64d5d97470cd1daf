/** Something that the caller can put right: said in words that name the place and what would be right, exit 2. */
import { nearest } from '../../sim/plan/nearest.ts';

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A name that is none of `known`, with the nearest one. */
export function unknownName(what: string, name: string, known: readonly string[]): UsageError {
  const near = nearest(name, known);
  const hint =
    near === null ? `there is: ${known.join(', ') || 'none'}` : `did you mean "${near}"?`;
  return new UsageError(`unknown ${what} "${name}"; ${hint}`);
}
