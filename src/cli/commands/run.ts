/** `interregnum run`: its flags and its help; what it does is loaded when it is called. */
import { type Command, Option } from '@commander-js/extra-typings';
import {
  baseSeed,
  count,
  duration,
  gathered,
  indices,
  pattern,
  shard,
  storeShape,
  threadCount,
} from '../flag-values.ts';
import type { Finish } from '../exit-code.ts';

const EXAMPLES = `
Examples:
  $ interregnum run                                 all scenarios, default budget
  $ interregnum run host-flaps --seeds 500          one scenario, its first 500 seeds
  $ interregnum run ./my-race.yaml                  a scenario file of your own
  $ interregnum run --tag random --for 60s          random ones, as many seeds as fit
  $ interregnum run --seeds 1..200 --shard 2/3      the second of three parts, for CI
  $ interregnum run --shape ledger                  the same on append-only events
  $ interregnum run --variant promote-on-close      a known-bad design: must fail
  $ interregnum run --json > report.json            one object on stdout, prose on stderr

The same scenario, seed and code give the same trace, whatever the threads or shards.`;

export function addRun(program: Command, finish: Finish): void {
  program
    .command('run')
    .summary('run seeds over scenarios, check, report')
    .description(
      'Runs seeds over scenarios (all by default; names or files), checks every step, reports.',
    )
    .argument('[scenario...]', 'names of scenarios, or paths of scenario files')
    .option(
      '--seeds <n|a..b>',
      'how many seeds of each scenario, or which; default: 20, and 100 of those with chance',
      indices,
    )
    .option('--seed <base>', 'base that all seeds are derived from', baseSeed, 0)
    .option('--for <duration>', 'as many seeds as fit, such as 60s', duration)
    .addOption(
      new Option('--store <kind>', 'what the lobby keeps its rooms in')
        .choices(['memory', 'sqlite'] as const)
        .default('memory' as const),
    )
    .option(
      '--shape <shape>',
      'what it keeps of them: snapshots (coordinator), or events and a projection (ledger)',
      storeShape,
      'coordinator' as const,
    )
    .option('--variant <id>', 'put a known-bad design in place (see list)')
    .addOption(
      new Option('--strategy <name>', 'who takes the choices')
        .choices(['random'] as const)
        .default('random' as const),
    )
    .option('--threads <n>', 'threads to run on; default: one a core', threadCount)
    .option('--shard <i/n>', 'only the i-th of n parts of the runs', shard)
    .option('--max-failures <n>', 'stop after about so many failed runs', count, 100)
    .option('--min-seeds <n>', 'fewer runs of a scenario are inconclusive', count, 1)
    .option('--grep <pattern>', 'only scenarios whose name or title matches', pattern)
    .option('--tag <tag>', 'only scenarios with this tag (repeatable)', gathered)
    .addOption(
      new Option('--trace <which>', 'runs whose every event goes to a file under <out>/traces')
        .choices(['failure', 'all', 'off'] as const)
        .default('failure' as const),
    )
    .option('--out <dir>', 'where reports and repro files go', 'reports')
    .option('--json', 'print one JSON object on stdout', false)
    .option('--no-color', 'no colour')
    .option('-q, --quiet', 'no progress; failures and verdict only', false)
    .addHelpText('after', EXAMPLES)
    .action(async (scenarios, flags) => {
      const { run } = await import('../run/run-action.ts');
      finish(await run(scenarios, flags));
    });
}
