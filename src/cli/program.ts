/** Commands, their help, and the one place where every error becomes words and an exit code. */
import { Command } from '@commander-js/extra-typings';
import { CommanderError } from 'commander';
import { addDoctor } from './commands/doctor.ts';
import { addList } from './commands/list.ts';
import { addReplay } from './commands/replay.ts';
import { addRun } from './commands/run.ts';
import { EXIT, type ExitCode, type Finish } from './exit-code.ts';
import { packageVersion } from './package-root.ts';
import { stackOf } from './stack-of.ts';

const EXAMPLES = `
Examples:
  $ interregnum run                          all scenarios, default budget
  $ interregnum run host-back-at-29s         one of them
  $ interregnum run --variant <id>           watch a known-bad design fail
  $ interregnum replay <repro>               the same failing run again
  $ interregnum list                         what there is

Exit codes: 0 held, 1 safety violated, 2 usage, 3 no convergence, 4 nondeterminism,
  5 inconclusive, 6 stale repro, 70 a bug in interregnum, 130 interrupted`;

/** The exit code of `interregnum …args`. */
export async function runProgram(args: readonly string[]): Promise<ExitCode> {
  leaveQuietlyWhenNobodyReads();
  let exitCode: ExitCode = EXIT.held;
  const program = new Command('interregnum')
    .description('Deterministic simulation and chaos testing for lease-based host succession.')
    .version(packageVersion())
    .addHelpText('after', EXAMPLES)
    .helpCommand(true)
    .exitOverride();
  const finish: Finish = (code) => {
    exitCode = code;
  };
  addRun(program, finish);
  addReplay(program, finish);
  addList(program);
  addDoctor(program, finish);
  if (args.length === 0) {
    program.outputHelp({ error: true });
    return EXIT.usage;
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    return told(error);
  }
}

function told(error: unknown): ExitCode {
  // Commander has said it already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.held : EXIT.usage;
  if (
    error instanceof Error &&
    (error.name === 'UsageError' || error.name === 'StoreUnavailable')
  ) {
    process.stderr.write(`error: ${error.message}\n`);
    return EXIT.usage;
  }
  process.stderr.write(`this is a bug in interregnum; please report it with what follows\n`);
  process.stderr.write(`${stackOf(error)}\n`);
  return EXIT.bug;
}

/** `interregnum list | head` is no error; and prose that cannot be written does not change what is true of the runs. */
function leaveQuietlyWhenNobodyReads(): void {
  process.stderr.on('error', () => {});
  process.stdout.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit();
    process.stderr.write(`error: stdout cannot be written (${code})\n`);
    process.exit(EXIT.usage);
  });
}
