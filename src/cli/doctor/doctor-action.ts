/** What `interregnum doctor` does. */
import { EXIT, type ExitCode, gravest } from '../exit-code.ts';
import { proseOn, type Prose } from '../terminal.ts';
import { wrap } from '../wrap.ts';
import type { Finding } from './check.ts';
import { determinism } from './determinism-checks.ts';
import { nodeVersion, outFolder, sqlite } from './environment-checks.ts';

export async function doctor(flags: {
  readonly out: string;
  readonly color: boolean;
}): Promise<ExitCode> {
  const prose = proseOn(process.stdout, flags.color);
  const findings = [nodeVersion(), await sqlite(), outFolder(flags.out), ...(await determinism())];
  const width = Math.max(...findings.map(({ what }) => what.length));
  for (const finding of findings) print(finding, width, prose);
  const bad = findings.filter(({ state }) => state === 'bad');
  const code = gravest(bad.map((finding) => finding.code));
  const { colour } = prose;
  prose.line();
  prose.line(
    code === EXIT.held ? `${colour.green.bold('FIT')}  all is well` : colour.red.bold('NOT FIT'),
  );
  return code;
}

function print(
  { what, state, text }: Finding,
  width: number,
  { line, colour, columns }: Prose,
): void {
  const mark = { good: colour.green('ok  '), note: colour.yellow('note'), bad: colour.red('bad ') };
  const [first = '', ...more] = wrap(text, columns === null ? null : columns - width - 8);
  line(`${mark[state]}  ${what.padEnd(width)}  ${first}`);
  for (const rest of more) line(`${' '.repeat(width + 8)}${rest}`);
}
