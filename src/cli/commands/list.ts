/** `interregnum list`: what there is to run, to hold and to break. */
import type { Command } from '@commander-js/extra-typings';

const EXAMPLES = `
Examples:
  $ interregnum list
  $ interregnum list --json | jq -r '.scenarios[].name'`;

export function addList(program: Command): void {
  program
    .command('list')
    .summary('scenarios, invariants, variants, faults')
    .description('Lists scenarios, invariants, known-bad designs and kinds of fault.')
    .option('--json', 'print one JSON object on stdout', false)
    .option('--no-color', 'no colour')
    .addHelpText('after', EXAMPLES)
    .action(async (flags) => {
      const { list } = await import('../list-action.ts');
      list(flags);
    });
}
