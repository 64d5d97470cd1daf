/** How long the command line takes to start, against Node.js that does nothing. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { atMost, type Measure, overRounds } from '../measure/claim.ts';
import { timedRounds } from '../measure/rounds.ts';
import { spreadOf } from '../measure/spread.ts';

const COMMAND_LINE = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const ROUNDS = { rounds: 25, warmups: 2 };

/** The ratio of the medians: a single spawn says little. */
export async function measureStartup(): Promise<readonly Measure[]> {
  const times = await timedRounds(
    { nothing: () => node('-e', '0'), version: () => node(COMMAND_LINE, '--version') },
    ROUNDS,
  );
  const nothing = spreadOf(times.map((round) => round.nothing));
  const version = spreadOf(times.map((round) => round.version));
  const ratios = [
    version.lowest / nothing.lowest,
    version.median / nothing.median,
    version.highest / nothing.highest,
  ];
  const ratio = { ...spreadOf(ratios), median: ratios[1] ?? Number.NaN };
  return [
    overRounds('startup.ratio', '`interregnum --version` against `node -e 0`', ratio, atMost(2)),
    overRounds('startup.versionMs', 'ms of `interregnum --version`', version),
  ];
}

const node = (...args: readonly string[]): void => {
  execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
};
