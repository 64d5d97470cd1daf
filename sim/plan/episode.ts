/**
 * One random happening of a run, as it is drawn: a few whole numbers that mean something only when the story is told in
 * order. So any of them can be left out or made smaller, and the rest still makes sense (H1: plans shrink).
 */
import fc from 'fast-check';

export interface Episode {
  /** Chooses what happens, by weight. */
  readonly kind: number;
  /** Chooses who it happens to. */
  readonly who: number;
  /** Ms after the start of the span. */
  readonly at: number;
  /** Chooses whether the time is moved to a moment that matters. */
  readonly snap: number;
  /** Chooses how long it lasts. */
  readonly length: number;
  /** Chooses details: a server, a target. */
  readonly detail: number;
}

/** A bound that most small numbers divide. */
const DRAW_BOUND = 5_040;

export function episodes(spanMs: number, atMost: number): fc.Arbitrary<readonly Episode[]> {
  const draw = fc.nat(DRAW_BOUND - 1);
  const episode = fc
    .tuple(draw, draw, fc.nat(Math.max(0, spanMs - 1)), draw, draw, draw)
    .map(([kind, who, at, snap, length, detail]) => ({ kind, who, at, snap, length, detail }));
  return fc.array(episode, { maxLength: atMost, size: 'max' });
}

/** The entry of a table that a draw chooses. */
export function chosen<Value>(table: readonly [Value, ...Value[]], draw: number): Value {
  return table[draw % table.length] ?? table[0];
}

/** The name that a draw chooses by weight; null if it falls on none. `total` may be more than the weights' sum. */
export function weighed<Name extends string>(
  weights: readonly (readonly [Name, number])[],
  total: number,
  draw: number,
): Name | null {
  let left = draw % Math.max(1, total);
  for (const [name, weight] of weights) {
    if (left < weight) return name;
    left -= weight;
  }
  return null;
}

/**
 * How long somebody stays away, in 1/1000 of a lease: quantiles of a log-normal distribution as whole numbers, since
 * `Math.log` and `Math.exp` may differ in the last digit between engines (H2).
 */
const ABSENCES = [
  2, 5, 8, 12, 17, 23, 30, 38, 48, 60, 74, 90, 110, 135, 165, 200, 245, 300, 370, 460, 580, 740,
  980, 1_350, 2_100,
] as const;
/** From the deadline of the lease that began when the server noticed, in ms. */
const AROUND_DEADLINE = [-1, 0, 1, -20, 20, 2, -2, 5] as const;
const SHORT = [0, 1, 2, 5, 10, 30] as const;

/** In ms; a third of all absences ends around the deadline or at once. */
export function absenceMs(leaseMs: number, noticedMs: number, draw: number): number {
  const within = Math.floor(draw / 9);
  switch (draw % 9) {
    case 6:
    case 7:
      return noticedMs + leaseMs + chosen(AROUND_DEADLINE, within);
    case 8:
      return chosen(SHORT, within);
    default:
      return Math.floor((leaseMs * chosen(ABSENCES, within)) / 1_000);
  }
}

/** When one side notices that a transport has broken: at once, or up to late, in 1/1000 of the heartbeat timeout. */
const DETECTION = [0, 0, 1, 10, 40, 120, 300, 700, 1_000, 1_500, 3_000] as const;

export const detectionMs = (timeoutMs: number, draw: number): number =>
  Math.floor((timeoutMs * chosen(DETECTION, draw)) / 1_000);
