/** One measured number, and what is claimed of it. */
import type { Spread } from './spread.ts';

export interface Measure {
  /** `kernel.ratio`: the place in the JSON. */
  readonly name: string;
  readonly what: string;
  readonly value: number;
  /** Over the rounds; null: there was one. */
  readonly spread: Spread | null;
  /** Null: nothing is claimed. */
  readonly claim: { readonly relation: '≥' | '≤'; readonly bound: number } | null;
}

export const holds = ({ value, claim }: Measure): boolean =>
  claim === null || (claim.relation === '≥' ? value >= claim.bound : value <= claim.bound);

/** A measure over several rounds: its value is the median. */
export const overRounds = (
  name: string,
  what: string,
  spread: Spread,
  claim: Measure['claim'] = null,
): Measure => ({ name, what, value: spread.median, spread, claim });

export const atLeast = (bound: number): Measure['claim'] => ({ relation: '≥', bound });
export const atMost = (bound: number): Measure['claim'] => ({ relation: '≤', bound });
