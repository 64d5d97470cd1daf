/** A failure as a story: only what led to it, by cause and not by time, oldest first; at most so many lines. */
import type { EventIndex, Trace, TraceEvent } from '../kernel/trace.ts';

const MOST_LINES = 20;

export interface StoryLine {
  readonly event: TraceEvent;
  readonly text: string;
}

/** The chain of causes that ends in `step`; of the steps in between only those with something to tell. */
export function story(trace: Trace, step: EventIndex): readonly StoryLine[] {
  const chain: TraceEvent[] = [];
  for (let at = step; at >= 0; ) {
    const event = trace.event(at);
    chain.push(event);
    at = event.cause;
  }
  const telling = chain.filter(
    (event, i) => i === 0 || event.details.length > 0 || event.cause < 0,
  );
  return telling
    .slice(0, MOST_LINES)
    .reverse()
    .map((event) => ({ event, text: lineOf(event) }));
}

const lineOf = ({ index, atMs, lane, operation, details }: TraceEvent): string =>
  `${seconds(atMs).padStart(9)}  #${index}  ${lane}: ${[operation, ...details].join(' · ')}`;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(3)}s`;
