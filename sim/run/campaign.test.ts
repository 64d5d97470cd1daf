import { describe, expect, it } from 'vitest';
import type { ProcessPorts, SystemUnderTest } from '../system-under-test.ts';
import { foreign } from '../kernel/foreign-code.test-suite.ts';
import { seedOf } from '../plan/seeds.ts';
import { addTallies, EMPTY_TALLY, type Nondeterminism, runSeeds } from './campaign.ts';
import { seededRun } from './run-case.ts';
import { scenarioOf, setupOf, systemWith } from './small-run.test-suite.ts';
import { runStepping } from './stepped-run.ts';

const QUIET = scenarioOf(
  'quiet',
  'title: Nobody can do anything\nrules: [H2]\nmembers: [ana]\nsteps: [{ at: 1s, member: ana, does: join }]\nend: 3s\n',
);

const down = (): Error => new Error('no store');

/** A worker that now and then does what `odd` says. */
const oddly = (
  odd: (ports: ProcessPorts, round: number) => unknown,
  ambient = false,
): SystemUnderTest =>
  systemWith(
    () => ({
      bootWorker: async (ports: ProcessPorts) => {
        for (let round = 1; ; round++) {
          await ports.clock.sleep(200);
          await odd(ports, round);
        }
      },
    }),
    ambient,
  );

/** What was said of nondeterminism, in as many runs as it takes to hear of it; at most 3,000. */
async function nondeterminism(system: SystemUnderTest): Promise<Nondeterminism | null> {
  for (let from = 1; from <= 3_000; from += 100) {
    const setup = setupOf(QUIET, system);
    const { failures } = await runSeeds(setup, { base: 1, from, to: from + 99 });
    for (const { failure } of failures) if (failure.kind === 'nondeterminism') return failure;
  }
  return null;
}

describe('H2: one run in a hundred is done twice', () => {
  it('H2: and a right system is the same the second time', async () => {
    const lease = scenarioOf('random-lease');
    const { failures, runs } = await runSeeds(setupOf(lease), { base: 1, from: 1, to: 120 });
    expect([runs, failures.filter(({ failure }) => failure.kind === 'nondeterminism')]).toEqual([
      120,
      [],
    ]);
  });

  it('H2: what counts over all runs of the process is found, with the first event that differs', async () => {
    let booted = 0;
    const system = oddly((ports, round) => {
      if (round === 1) booted++;
      return ports.call(round === 3 ? `load ${booted}` : 'load', () => 1, down);
    });
    const found = await nondeterminism(system);
    expect(found).toMatchObject({ invariant: 'INV-DETERMINISM', rules: ['H2'] });
    expect(found?.virtualMs).toBeGreaterThanOrEqual(600);
    expect(found?.message).toMatch(
      /^the same seed went two ways at event \d+: (worker-\d) does load (\d+) at (\d+) ms because of event (\d+), and the second time \1 does load (?!\2)\d+ at \3 ms because of event \4$/,
    );
  });

  it('H2: real randomness is found; virtual randomness is none', async () => {
    const dice = (ambient: boolean): SystemUnderTest =>
      oddly(
        (ports) => ports.clock.sleep(1 + Number(foreign('Math.floor(Math.random() * 50)'))),
        ambient,
      );
    const found = await nondeterminism(dice(false));
    expect(found?.message).toMatch(/went two ways at event \d+: worker-\d does timer at/);
    const setup = setupOf(QUIET, dice(true));
    const virtual = await runSeeds(setup, { base: 1, from: 1, to: 300 });
    expect([virtual.runs, virtual.failures]).toEqual([300, []]);
  });

  it('H2: a failure does not keep a run from being repeated', async () => {
    let runs = 0;
    const system = oddly(async (ports, round) => {
      if (round === 1) runs++;
      if (round === 2) await ports.call(`load ${runs}`, () => 1, down);
      if (round === 3) throw new Error('broken');
    });
    expect(await nondeterminism(system)).not.toBeNull();
  });
});

describe('H2: sums', () => {
  it('H2: do not depend on how the seeds are dealt out', async () => {
    const setup = setupOf(scenarioOf('random-rollover'));
    const whole = await runSeeds(setup, { base: 9, from: 1, to: 12 });
    const shards = [];
    for (const [from, to] of [
      [8, 12],
      [1, 3],
      [4, 7],
    ] as const) {
      shards.push(await runSeeds(setup, { base: 9, from, to }));
    }
    expect(shards.reduce(addTallies, EMPTY_TALLY)).toEqual(whole);
    expect(whole.runs).toBe(12);
    expect(whole.digest).not.toBe(0n);
  });

  it('H2: have failures in the order of their seeds, each with what is needed to repeat it', async () => {
    const system = oddly((_ports, round) => {
      if (round === 2) throw new Error('broken');
    });
    const setup = setupOf(QUIET, system);
    const halves = [];
    for (const [from, to] of [
      [4, 5],
      [1, 3],
    ] as const)
      halves.push(await runSeeds(setup, { base: 2, from, to }));
    const { failures, runs } = halves.reduce(addTallies, EMPTY_TALLY);
    expect([runs, failures.map(({ index }) => index)]).toEqual([5, [1, 2, 3, 4, 5]]);
    for (const { seed, index, choices } of failures) {
      expect(seed).toBe(seedOf(2, 'quiet', index));
      const again = await runStepping(seededRun(setup, seed, false), 'drain');
      expect(again.choices).toEqual(choices);
    }
  });
});
