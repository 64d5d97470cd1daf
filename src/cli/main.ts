#!/usr/bin/env node
/** The command `interregnum`. What it needs is loaded when it is needed: `--version` should cost no more than Node itself. */
import { packageVersion } from './package-root.ts';

const [first, ...rest] = process.argv.slice(2);

if (rest.length === 0 && (first === '--version' || first === '-V')) {
  process.stdout.write(`${packageVersion()}\n`);
} else {
  const { runProgram } = await import('./program.ts');
  process.exitCode = await runProgram(process.argv.slice(2));
}
