/**
 * The traces of three runs, pinned: whoever changes what a run does, on purpose or not, sees it here: digest, digest of
 * the commits, steps. The scenarios are written out, so that those in the files may change.
 */
import { expect, it } from 'vitest';
import { hex64 } from '../kernel/digest.ts';
import { seededRun } from './run-case.ts';
import { scenarioOf, setupOf } from './small-run.test-suite.ts';
import { runStepping } from './stepped-run.ts';

const SCRIPTED = `title: The host goes, and another member takes over
rules: [P6]
members: [ana, ben]
steps:
  - { at: 1s, member: ana, does: open }
  - { at: 2s, member: ben, does: join }
  - { at: 3s, member: ana, does: close }
end: 40s
`;
const RANDOM = `title: Everything by chance
rules: [H2]
settings: { leaseMs: 4s, heartbeatMs: 1s, heartbeatTimeoutMs: 3s }
servers: 2
workers: 2
members: [ana, ben, cleo]
workload: { for: 20s }
faults: all
end: 25s
`;

it.each([
  [1, 'scripted', SCRIPTED, '5289021f39f4fce3 4c730814cd85b00d 364'],
  [1, 'random', RANDOM, '9bc2ef95e2963b6a f0a79b548aff03fd 1017'],
  [4_000_000_000, 'random', RANDOM, '10bc1d652ae07474 60ee094c2a3c60f5 1878'],
])(
  'H2: the run with seed %d of the %s scenario is what it was',
  async (seed, name, text, pinned) => {
    const input = seededRun(setupOf(scenarioOf(name, text)), seed, false);
    const { digest, commitsDigest, steps, failure } = await runStepping(input, 'drain');
    expect(failure).toBeNull();
    expect(`${hex64(digest)} ${hex64(commitsDigest)} ${steps}`).toBe(pinned);
  },
);
