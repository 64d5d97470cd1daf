/** Exponential back-off with jitter (P24). */
import type { Random } from '../ports/random.ts';

export interface BackoffBounds {
  /** The longest first pause, in ms. */
  readonly backoffMs: number;
  /** The longest pause of all, in ms. */
  readonly maxBackoffMs: number;
}

/** Beyond this many failures the pause no longer doubles; keeps the power finite. */
const DOUBLINGS = 20;

/** How long to pause after `failures` earlier ones, in ms: the upper half of a doubling range, so that clients spread. */
export function backoffMs(bounds: BackoffBounds, failures: number, random: Random): number {
  const longest = Math.min(
    bounds.maxBackoffMs,
    bounds.backoffMs * 2 ** Math.min(failures, DOUBLINGS),
  );
  const shortest = Math.ceil(longest / 2);
  return shortest + random.below(longest - shortest + 1);
}
