/** Measures as percentiles. */
import { build } from 'hdr-histogram-js';
import type { Measures, Spread } from '../../../sim/run/measures.ts';

/** All null: there was nothing to measure. */
export interface Percentiles {
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly max: number | null;
}

export type MeasuresSummary = {
  readonly [Name in keyof Measures]: Measures[Name] extends Spread ? Percentiles : number;
};

export const summaryOf = (measures: Measures): MeasuresSummary => ({
  transitionMs: percentiles(measures.transitionMs),
  handoffBeyondLeaseMs: percentiles(measures.handoffBeyondLeaseMs),
  failoverMs: percentiles(measures.failoverMs),
  backfillEvents: percentiles(measures.backfillEvents),
  duplicateTransitions: measures.duplicateTransitions,
  leaseExpirations: measures.leaseExpirations,
  inLeaseResumes: measures.inLeaseResumes,
});

function percentiles(spread: Spread): Percentiles {
  if (spread.size === 0) return { p50: null, p95: null, p99: null, max: null };
  const max = Math.max(...spread.keys());
  const histogram = build({ highestTrackableValue: 2 ** 40, numberOfSignificantValueDigits: 3 });
  for (const [value, times] of spread) histogram.recordValueWithCount(Math.max(0, value), times);
  // The histogram answers with the upper end of a class of values.
  const at = (percentile: number): number =>
    Math.min(max, histogram.getValueAtPercentile(percentile));
  return { p50: at(50), p95: at(95), p99: at(99), max };
}
