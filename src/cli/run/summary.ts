/** The end of what `run` prints: what failed, what was done, and the verdict. */
import { GOALS } from '../../../sim/goals/goal-counter.ts';
import { amount, amountOf, span } from '../amounts.ts';
import { EXIT } from '../exit-code.ts';
import { shellWord } from '../shell-word.ts';
import type { Prose } from '../terminal.ts';
import { wrap } from '../wrap.ts';
import type { DistinctFailure } from './distinct-failures.ts';
import type { RunReport } from './report.ts';

/** Each distinct failure on a line; then the commands that tell the stories that were not told. */
export function printFailureTable(
  distinct: readonly DistinctFailure[],
  untold: readonly DistinctFailure[],
  report: RunReport,
  { line, colour }: Prose,
): void {
  const rows = distinct.map((each) => ({
    each,
    name: each.first.of.scenario.name,
    invariant: each.first.failure.invariant,
    of: report.scenarios.find(({ name }) => name === each.first.of.scenario.name)?.runs ?? 0,
  }));
  const width = (texts: readonly string[]): number => Math.max(...texts.map((text) => text.length));
  const names = width(rows.map(({ name }) => name));
  const invariants = width(rows.map(({ invariant }) => invariant));
  line(colour.bold('Failed'));
  for (const { each, name, invariant, of } of rows) {
    line(
      `  ${name.padEnd(names)}  ${colour.red(invariant.padEnd(invariants))}  ${amount(each.runs)} of ${amountOf(of, 'run')}`,
    );
  }
  line();
  if (untold.length === 0) return;
  line(colour.bold('Not told above'));
  for (const { first } of untold) {
    line(colour.dim(`  npx interregnum replay ${shellWord(first.repro)}`));
  }
  line();
}

export function printSummary(report: RunReport, isQuiet: boolean, prose: Prose): void {
  const { line, colour } = prose;
  if (!isQuiet) {
    for (const [head, text] of facts(report)) line(`${colour.dim(head.padEnd(10))}${text}`);
    line();
  }
  for (const reason of report.inconclusive) {
    for (const text of wrap(`inconclusive: ${reason}`, prose.columns)) line(colour.yellow(text));
  }
  line(verdictLine(report, prose));
}

function facts(report: RunReport): readonly (readonly [string, string])[] {
  const { scenarios, runs, events, virtualMs, wallMs, faults, goals, digest } = report;
  const acted = Object.values(faults).reduce((sum, times) => sum + times, 0);
  const reached = Object.keys(goals).length;
  return [
    ['runs', `${amount(runs)} of ${amountOf(scenarios.length, 'scenario')}${extent(report)}`],
    ['events', `${amount(events)} in ${span(virtualMs)} of virtual time`],
    ['faults', `${amountOf(Object.keys(faults).length, 'kind')}, ${amountOf(acted, 'time')}`],
    ['goals', `${reached} of ${Object.keys(GOALS).length} reached`],
    ['digest', digest],
    ['took', span(wallMs)],
  ];
}

/** Why there are fewer runs than the budget has. */
function extent({ shard, endedEarly }: RunReport): string {
  const part = shard === null ? '' : `, shard ${shard}`;
  const early = { failures: ', stopped by --max-failures', interrupt: ', interrupted' };
  return endedEarly === null ? part : `${part}${early[endedEarly]}`;
}

function verdictLine({ exitCode, failures, runs, variant }: RunReport, { colour }: Prose): string {
  const failed = `${amount(failures.length)} of ${amountOf(runs, 'run')} failed`;
  const planted = variant === null ? '' : ` under the known-bad design ${variant}`;
  switch (exitCode) {
    case EXIT.held:
      return `${colour.green.bold('PASS')}  every invariant held in ${amountOf(runs, 'run')}${variant === null ? '' : `: none of them catches ${variant}`}`;
    case EXIT.safety:
    case EXIT.liveness:
      return `${colour.red.bold('FAIL')}  ${failed}${planted}`;
    case EXIT.nondeterminism:
      return `${colour.red.bold('NONDETERMINISTIC')}  the same seed gave another trace`;
    case EXIT.inconclusive:
      return `${colour.yellow.bold('INCONCLUSIVE')}  what ran held, but it is too little to say so`;
    case EXIT.interrupted:
      return `${colour.yellow.bold('INTERRUPTED')}  what ran until then held: ${amountOf(runs, 'run')}`;
    case EXIT.bug:
      return `${colour.red.bold('ERROR')}  a bug in interregnum itself, see above`;
    case EXIT.usage:
      return `${colour.red.bold('ERROR')}  ${failed}, and not everything could be kept`;
    case EXIT.stale:
      return colour.red.bold('ERROR');
  }
}
