/** `interregnum replay`: its flags and its help. */
import { type Command, Option } from '@commander-js/extra-typings';
import { eventIndex, storeShape } from '../flag-values.ts';
import type { Finish } from '../exit-code.ts';

const EXAMPLES = `
Examples:
  $ interregnum replay <repro>                     the word that run printed
  $ interregnum replay reports/repros/<file>.json  a repro file, with its plan and its choices
  $ interregnum replay <repro> --trace             every event, a line each
  $ interregnum replay <repro> --until 120         events up to number 120
  $ interregnum replay <repro> --on sqlite         the same on a real SQLite file
  $ interregnum replay <repro> --shape ledger      the same on append-only events

A repro looks like host-back-at-29s:1234:random:0a1b2c3d.

A failure that no longer occurs exits 0; a repro made for another scenario text exits 6.`;

export function addReplay(program: Command, finish: Finish): void {
  program
    .command('replay')
    .summary('the same run again')
    .description('Runs a repro again: the same trace, and the same failure in the same words.')
    .argument('<repro>', 'a repro (one word), or the path of a repro file')
    .addOption(
      new Option('--on <store>', 'default: as it was run').choices(['memory', 'sqlite'] as const),
    )
    .option('--shape <shape>', 'coordinator or ledger; default: as it was run', storeShape)
    .option('--trace', 'print every event', false)
    .option('--until <event>', 'print every event up to this number', eventIndex)
    .option('--json', 'print one JSON object on stdout', false)
    .option('--no-color', 'no colour')
    .addHelpText('after', EXAMPLES)
    .action(async (repro, flags) => {
      const { replay } = await import('../replay/replay-action.ts');
      finish(await replay(repro, flags));
    });
}
