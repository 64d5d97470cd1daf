/** Numbers as people read them. */

/** `1,490`. */
export const amount = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** `1,490 runs`, `1 run`. */
export const amountOf = (value: number, what: string): string =>
  `${amount(value)} ${what}${value === 1 ? '' : 's'}`;

/** `850 ms`, `7.9 s`, `31 min`, `26 h`. */
export function span(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${(ms / 1_000).toFixed(1)} s`;
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`;
  return `${amount(Math.round(ms / 3_600_000))} h`;
}
