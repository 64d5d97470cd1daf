/** Durations as people write them: `30s`, `500ms`, `2m`, `1.5s`, `1h`; a bare number is in ms. */

export const DURATION: RegExp = /^\d+(\.\d+)?(ms|s|m|h)$/;
export const SIGNED_DURATION: RegExp = /^[+-]?\d+(\.\d+)?(ms|s|m|h)$/;

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const PARTS = /^([+-]?\d+(?:\.\d+)?)(ms|s|m|h)$/;

/** Virtual time as a scenario file writes it: `40.6s`, `250ms`. */
export const written = (ms: number): string => (ms < 1_000 ? `${ms}ms` : `${ms / 1_000}s`);

/** In whole ms; null if the text is no duration, or not a whole number of ms. */
export function durationMs(written: string | number): number | null {
  if (typeof written === 'number') return Number.isSafeInteger(written) ? written : null;
  const [, amount, unit] = PARTS.exec(written) ?? [];
  const unitMs = UNIT_MS[unit ?? ''];
  if (amount === undefined || unitMs === undefined) return null;
  const exact = Number(amount) * unitMs;
  const rounded = Math.round(exact);
  // 29.999 × 1000 is not exact in binary; a tenth of a millisecond is a mistake.
  return Number.isSafeInteger(rounded) && Math.abs(exact - rounded) < 1e-6 ? rounded : null;
}
