/** What happened last before an event: what was committed, and what members, operators and faults did by the plan. */
import type { EventIndex, Trace, TraceEvent } from '../kernel/trace.ts';

/** Oldest first; of a recorded run. Where nothing converges no chain of causes leads to the reason, but this comes near. */
export function happeningsBefore(
  trace: Trace,
  step: EventIndex,
  most: number,
): readonly TraceEvent[] {
  const found: TraceEvent[] = [];
  for (let index = step; index >= 0 && found.length < most; index--) {
    const event = trace.event(index);
    if (isHappening(event)) found.push(event);
  }
  return found.reverse();
}

const isHappening = ({ cause, lane, operation, details }: TraceEvent): boolean =>
  details.some((detail) => detail.startsWith('commits ')) ||
  (cause < 0 && (lane !== 'world' || operation === 'faults stop') && operation !== 'boot');
