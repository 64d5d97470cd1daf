/**
 * A failed run as people read it: what broke, in which story, how it came about, and the commands that show it again.
 * `run` and `replay` print the same text.
 */
import { INVARIANTS } from '../../sim/invariants/all.ts';
import type { Trace, TraceEvent } from '../../sim/kernel/trace.ts';
import type { Scenario } from '../../sim/plan/scenario.ts';
import type { CampaignFailure } from '../../sim/run/campaign.ts';
import { happeningsBefore } from '../../sim/trace/happenings.ts';
import { story } from '../../sim/trace/story.ts';
import type { Variant } from '../../sim/variants/variant.ts';
import { shellWord } from './shell-word.ts';
import type { Prose } from './terminal.ts';
import { seconds } from './trace-lines.ts';
import { wrap } from './wrap.ts';

export interface FailedRun {
  readonly scenario: Scenario;
  readonly variant: Variant | null;
  readonly seed: number;
  readonly failure: CampaignFailure;
  /** Recorded; null: nothing is told of how it came about. */
  readonly trace: Trace | null;
  readonly repro: string;
  /** Whether every event was printed already. */
  readonly traceShown: boolean;
}

/** An error of the code under test comes with its stack; its first lines tell the most. */
const MOST_MESSAGE_LINES = 8;
const MOST_STORY_LINES = 20;
const FALLBACK_COLUMNS = 100;

export function failureText(run: FailedRun, prose: Pick<Prose, 'colour' | 'columns'>): string {
  const { colour, columns } = prose;
  const { scenario, variant, failure, trace, seed } = run;
  const indented = (text: string): readonly string[] =>
    wrap(text, (columns ?? FALLBACK_COLUMNS) - 2).map((line) => (line === '' ? '' : `  ${line}`));
  const where = failure.step < 0 ? '' : ` · event ${failure.step} at ${seconds(failure.virtualMs)}`;
  const message = failure.message.split('\n').slice(0, MOST_MESSAGE_LINES).join('\n');
  return [
    `${colour.red.bold(failure.invariant)}  ${colour.bold(scenario.name)}`,
    ...indented(message),
    '',
    ...indented(wasToHold(failure)).map((line) => colour.dim(line)),
    ...indented(`in: ${scenario.title} (${scenario.rules.join(', ')})`).map((line) =>
      colour.dim(line),
    ),
    ...(variant === null ? [] : indented(`variant ${variant.id}: ${variant.summary}`)),
    ...indented(`seed ${seed}${where}`).map((line) => colour.dim(line)),
    ...(trace === null ? [] : ['', ...told(trace, failure, prose)]),
    '',
    ...commands(run).map((line) => `  ${line}`),
  ].join('\n');
}

/** The rules, and what they demand. */
function wasToHold({ invariant, rules }: CampaignFailure): string {
  const summary = INVARIANTS.find(({ id }) => id === invariant)?.summary;
  return summary === undefined ? rules.join(', ') : `${rules.join(', ')}: ${summary}`;
}

function told(
  trace: Trace,
  failure: CampaignFailure,
  { colour, columns }: Pick<Prose, 'colour' | 'columns'>,
): readonly string[] {
  const events = eventsOf(trace, failure);
  const lane = Math.max(0, ...events.map((event) => event.lane.length));
  const number = Math.max(0, ...events.map(({ index }) => String(index).length)) + 1;
  return events.flatMap((event) => {
    const at = seconds(event.atMs).padStart(10);
    const head = `${at}  ${`#${event.index}`.padStart(number)}  ${event.lane.padEnd(lane)}  `;
    const what = [event.operation, ...event.details].join(' · ');
    const room = columns === null ? null : Math.max(24, columns - head.length);
    const [first = '', ...more] = wrap(what, room);
    return [`${colour.dim(head)}${first}`, ...more.map((line) => ' '.repeat(head.length) + line)];
  });
}

/** The causes; where they say nothing, because something failed to happen, what happened last. */
function eventsOf(trace: Trace, failure: CampaignFailure): readonly TraceEvent[] {
  if (failure.kind === 'nondeterminism') return [];
  const last = Math.min(failure.step, trace.length - 1);
  const causes = story(trace, last).map(({ event }) => event);
  const isCaused = failure.kind === 'safety' && causes.some(({ lane }) => lane !== 'world');
  return isCaused
    ? causes.slice(-MOST_STORY_LINES)
    : happeningsBefore(trace, last, MOST_STORY_LINES);
}

const commands = ({ repro, traceShown }: FailedRun): readonly string[] => [
  `replay  npx interregnum replay ${shellWord(repro)}`,
  ...(traceShown ? [] : ['        add --trace to see every event']),
];
