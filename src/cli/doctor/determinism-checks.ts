/** The same seed several ways: each must give the same trace (H2). */
import { hex64 } from '../../../sim/kernel/digest.ts';
import { inOwnTurn } from '../../../sim/kernel/stepping.ts';
import { seedOf } from '../../../sim/plan/seeds.ts';
import { type RunSetup, seededRun } from '../../../sim/run/run-case.ts';
import { runStepping, type Stepping } from '../../../sim/run/stepped-run.ts';
import { EXIT } from '../exit-code.ts';
import { engineMaker } from '../run-store.ts';
import { packagedScenarios } from '../scenario-files.ts';
import { UsageError } from '../usage-error.ts';
import type { Finding } from './check.ts';

const SAMPLE = 6;

export async function determinism(): Promise<readonly Finding[]> {
  const sample = await sampleRuns().catch((error: unknown) => {
    if (error instanceof UsageError) return error;
    throw error;
  });
  if (sample instanceof UsageError) return [unreadable(sample)];
  const first = await digests(sample, 'drain');
  const drains = await inOwnTurn((drain) => drain !== null);
  return [
    {
      what: 'fast stepping',
      state: drains ? 'good' : 'note',
      text: drains ? 'works' : 'does not work in this Node.js: runs take several times as long',
      code: EXIT.held,
    },
    compared('same seed twice', first, await digests(sample, 'drain')),
    compared('fast and slow stepping', first, await digests(sample, 'pump')),
    compared('time zone and language', first, await elsewhere(() => digests(sample, 'drain'))),
  ];
}

const unreadable = ({ message }: UsageError): Finding => ({
  what: 'scenarios',
  state: 'bad',
  text: message,
  code: EXIT.usage,
});

interface Sample {
  readonly setup: RunSetup;
  readonly seed: number;
}

/** Runs of scenarios with faults and chance, where there is the most to get wrong. */
async function sampleRuns(): Promise<readonly Sample[]> {
  const makeEngine = await engineMaker(null, 'coordinator', 'doctor');
  return packagedScenarios()
    .filter(({ scenario }) => Object.keys(scenario.faults).length > 0)
    .slice(0, SAMPLE)
    .map(({ scenario }) => ({
      setup: { scenario, strategy: 'random', variant: null, makeEngine },
      seed: seedOf(0, scenario.name, 1),
    }));
}

async function digests(sample: readonly Sample[], stepping: Stepping): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { setup, seed } of sample) {
    const { digest } = await runStepping(seededRun(setup, seed, false), stepping);
    found.push(hex64(digest));
  }
  return found;
}

function compared(what: string, first: readonly string[], second: readonly string[]): Finding {
  const differing = first.filter((digest, i) => digest !== second[i]).length;
  const text =
    differing === 0
      ? `${first.length} of ${first.length} traces are equal`
      : `${differing} of ${first.length} traces differ; please report this`;
  return { what, state: differing === 0 ? 'good' : 'bad', text, code: EXIT.nondeterminism };
}

/** With the other side of the world around it. */
async function elsewhere<T>(work: () => Promise<T>): Promise<T> {
  const before = { TZ: process.env['TZ'], LC_ALL: process.env['LC_ALL'] };
  Object.assign(process.env, { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8' });
  try {
    return await work();
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
