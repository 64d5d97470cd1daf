/** What `interregnum list` prints. */
import { GOALS } from '../../sim/goals/goal-counter.ts';
import { INVARIANTS } from '../../sim/invariants/all.ts';
import { RUN_INVARIANTS } from '../../sim/run/run-invariants.ts';
import { FAULT_KINDS } from '../../sim/plan/fault-kinds.ts';
import { VARIANTS } from '../../sim/variants/all.ts';
import { packagedScenarios } from './scenario-files.ts';
import { proseOn, type Prose } from './terminal.ts';
import { wrap } from './wrap.ts';

interface Listing {
  readonly scenarios: readonly {
    readonly name: string;
    readonly title: string;
    readonly rules: readonly string[];
    readonly tags: readonly string[];
  }[];
  readonly invariants: readonly {
    readonly id: string;
    readonly rules: readonly string[];
    readonly summary: string;
  }[];
  readonly variants: readonly {
    readonly id: string;
    readonly summary: string;
    readonly rules: readonly string[];
    readonly caughtBy: readonly string[];
  }[];
  readonly faults: readonly string[];
  readonly goals: readonly { readonly name: string; readonly rule: string }[];
}

export function list({ json, color }: { readonly json: boolean; readonly color: boolean }): void {
  const listing = everything();
  if (json) process.stdout.write(`${JSON.stringify(listing, null, 2)}\n`);
  else print(listing, proseOn(process.stdout, color));
}

const everything = (): Listing => ({
  scenarios: packagedScenarios().map(({ scenario: { name, title, rules, tags } }) => ({
    name,
    title,
    rules,
    tags,
  })),
  invariants: [...INVARIANTS, ...RUN_INVARIANTS].map(({ id, rules, summary }) => ({
    id,
    rules,
    summary,
  })),
  variants: VARIANTS.map(({ id, summary, rules, caughtBy }) => ({ id, summary, rules, caughtBy })),
  faults: FAULT_KINDS,
  goals: Object.entries(GOALS).map(([name, rule]) => ({ name, rule })),
});

function print({ scenarios, invariants, variants, faults, goals }: Listing, prose: Prose): void {
  table(
    'Scenarios',
    scenarios.map(({ name, title, rules, tags }) => [
      name,
      `${title} (${[...rules, ...tags].join(', ')})`,
    ]),
    prose,
  );
  table(
    'Invariants',
    invariants.map(({ id, rules, summary }) => [id, `${summary} (${rules.join(', ')})`]),
    prose,
  );
  table(
    'Known-bad designs (run --variant <id>)',
    variants.map(({ id, summary, rules, caughtBy }) => [
      id,
      `${summary} (breaks ${rules.join(', ')}; caught by ${inShort(caughtBy)})`,
    ]),
    prose,
  );
  names(
    'Goals',
    goals.map(({ name, rule }) => `${name} (${rule})`),
    prose,
  );
  names('Faults', faults, prose);
  names('Tags', [...new Set(scenarios.flatMap(({ tags }) => tags))].sort(), prose);
}

function names(title: string, all: readonly string[], { line, colour, columns }: Prose): void {
  line(colour.bold(`${title} (${all.length})`));
  for (const text of wrap(all.join(', '), (columns ?? 100) - 2)) line(`  ${text}`);
  line();
}

const MOST_NAMED = 3;

function inShort(ids: readonly string[]): string {
  const more = ids.length - MOST_NAMED;
  const named = ids.slice(0, MOST_NAMED).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}

type Row = readonly [name: string, text: string];

/** A second column narrower than this, in characters, is put below the first. */
const LEAST_TEXT = 60;

/** Two columns; a long text goes on below its own beginning. */
function table(title: string, rows: readonly Row[], { line, colour, columns }: Prose): void {
  line(colour.bold(`${title} (${rows.length})`));
  const width = Math.max(...rows.map(([name]) => name.length));
  const isNarrow = columns !== null && columns < width + LEAST_TEXT;
  const indent = isNarrow ? 6 : width + 4;
  for (const [name, text] of rows) {
    const lines = wrap(text, columns === null ? null : columns - indent);
    const [first = '', ...more] = isNarrow ? ['', ...lines] : lines;
    line(`  ${colour.cyan(first === '' ? name : name.padEnd(width))}  ${first}`.trimEnd());
    for (const rest of more) line(`${' '.repeat(indent)}${rest}`);
  }
  line();
}
