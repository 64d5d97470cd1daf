/** `interregnum doctor`: is this machine fit, and does the same seed give the same trace on it? */
import type { Command } from '@commander-js/extra-typings';
import type { Finish } from '../exit-code.ts';

const EXAMPLES = `
Examples:
  $ interregnum doctor
  $ interregnum doctor --out build/reports      also: can reports be written there?

Exit codes: 0 fit, 2 something is missing, 4 the same seed gave another trace.`;

export function addDoctor(program: Command, finish: Finish): void {
  program
    .command('doctor')
    .summary('environment and determinism check')
    .description('Looks at Node.js, SQLite and the output directory, and runs a seed several ways.')
    .option('--out <dir>', 'where reports would go', 'reports')
    .option('--no-color', 'no colour')
    .addHelpText('after', EXAMPLES)
    .action(async (flags) => {
      const { doctor } = await import('../doctor/doctor-action.ts');
      finish(await doctor(flags));
    });
}
