/** What `interregnum list` prints. */
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
});

function print({ scenarios, invariants, variants, faults }: Listing, prose: Prose): void {
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
    variants.map(({ id, summary, caughtBy }) => [
      id,
      `${summary} (caught by ${inShort(caughtBy)})`,
    ]),
    prose,
  );
  const { line, colour, columns } = prose;
  line(colour.bold(`Faults (${faults.length})`));
  for (const text of wrap(faults.join('  '), (columns ?? 100) - 2)) line(`  ${text}`);
}

const MOST_NAMED = 3;

function inShort(ids: readonly string[]): string {
  const more = ids.length - MOST_NAMED;
  const named = ids.slice(0, MOST_NAMED).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}

type Row = readonly [name: string, text: string];

/** Two columns; a long text goes on below its own beginning. */
function table(title: string, rows: readonly Row[], { line, colour, columns }: Prose): void {
  line(colour.bold(`${title} (${rows.length})`));
  const width = Math.max(...rows.map(([name]) => name.length));
  const room = columns === null ? null : Math.max(30, columns - width - 4);
  for (const [name, text] of rows) {
    const [first = '', ...more] = wrap(text, room);
    line(`  ${colour.cyan(name.padEnd(width))}  ${first}`);
    for (const rest of more) line(`${' '.repeat(width + 4)}${rest}`);
  }
  line();
}
