/** Every event of a recorded run, a line each. */
import type { Trace, TraceEvent } from '../../sim/kernel/trace.ts';

export function* traceLines(trace: Trace, until: number = trace.length - 1): Generator<string> {
  const last = Math.min(until, trace.length - 1);
  for (let index = 0; index <= last; index++) yield traceLine(trace.event(index));
}

function traceLine({ index, atMs, lane, operation, cause, details }: TraceEvent): string {
  const because = cause < 0 ? '' : ` <- #${cause}`;
  const what = [operation, ...details].join(' · ');
  return `${seconds(atMs).padStart(9)}  #${String(index).padEnd(5)} ${lane.padEnd(9)} ${what}${because}`;
}

/** Virtual time as people read it. */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(3)}s`;
