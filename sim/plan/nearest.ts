/** What somebody who misspelt a name is likely to have meant. */
import { distance } from 'fastest-levenshtein';

/** The nearest of `names`; null if none is near enough to be what was meant. */
export function nearest(written: string, names: readonly string[]): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(written.length / 2)) + 1;
  for (const name of names) {
    const apart = distance(written.toLowerCase(), name.toLowerCase());
    if (apart < bestDistance) [best, bestDistance] = [name, apart];
  }
  return best;
}
