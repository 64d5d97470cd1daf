import { describe, expect, it } from 'vitest';
import type { ProcessPorts, SystemUnderTest } from '../system-under-test.ts';
import { hex64 } from '../kernel/digest.ts';
import { RandomStrategy } from '../strategies/random.ts';
import { ReplayStrategy } from '../strategies/replay.ts';
import { planOf } from '../plan/generate.ts';
import type { RunResult } from './run.ts';
import { plannedRun, seededRun } from './run-case.ts';
import {
  inputOf,
  planWith,
  scenarioNames,
  scenarioOf,
  setupOf,
  systemWith,
} from './small-run.test-suite.ts';
import { runStepping, type Stepping } from './stepped-run.ts';

/** What must be equal of two runs that are the same. */
const told = ({ trace: _trace, ...result }: RunResult): object => result;

const ran = (name: string, seed: number, stepping: Stepping = 'drain'): Promise<RunResult> =>
  runStepping(seededRun(setupOf(scenarioOf(name)), seed, false), stepping);

const RANDOM = scenarioNames().filter((name) => name.startsWith('random-'));

describe('drain and pump', () => {
  it('H5: give the same result on every scenario', async () => {
    for (const name of scenarioNames()) {
      const [drained, pumped] = [await ran(name, 5), await ran(name, 5, 'pump')];
      expect([name, told(pumped)]).toEqual([name, told(drained)]);
    }
  });

  it.each(RANDOM)('H5: give the same result on random plans of %s', async (name) => {
    for (let seed = 100; seed < 125; seed++) {
      const [drained, pumped] = [await ran(name, seed), await ran(name, seed, 'pump')];
      expect([seed, told(pumped)]).toEqual([seed, told(drained)]);
    }
  });

  it('H5: and so on code with awaits of every kind, and however many more of them', async () => {
    const results: object[] = [];
    for (const awaits of [0, 1, 7]) {
      for (const stepping of ['drain', 'pump'] as const) {
        const input = inputOf(
          restless(awaits),
          planWith({ latency: { networkMs: [0, 4], storeMs: [0, 4] } }),
        );
        results.push(
          told(await runStepping({ ...input, strategy: new RandomStrategy(3) }, stepping)),
        );
      }
    }
    const [first, ...others] = results;
    expect(first).toMatchObject({ failure: null, didRealWork: false });
    for (const other of others) expect(other).toEqual(first);
  });
});

/** A worker that never sits still, with so many awaits more between its port calls. */
function restless(awaits: number): SystemUnderTest {
  const idle = async (): Promise<void> => {
    for (let i = 0; i < awaits; i++) await Promise.resolve();
  };
  return systemWith(() => ({
    bootWorker: async (ports: ProcessPorts) => {
      const call = (operation: string): Promise<string> =>
        ports.call(
          operation,
          () => operation,
          () => new Error('no store'),
        );
      async function* feed(): AsyncGenerator<string> {
        for (const each of ['a', 'b', 'c']) yield await call(each);
      }
      for (;;) {
        await Promise.all([call('one'), call('two').then(idle), ports.clock.sleep(3)]);
        for await (const each of feed()) await call(`after ${each}`);
        await Promise.race([call('fast'), ports.clock.sleep(1)]);
        await Promise.allSettled([call('x'), Promise.reject(new Error('of no account'))]);
        await idle();
      }
    },
  }));
}

describe('the same run again', () => {
  it.each(RANDOM)(
    'H2: %s and a seed give the same result; another seed gives another',
    async (name) => {
      const digests = new Set<string>();
      for (let seed = 0; seed < 15; seed++) {
        const [first, again] = [await ran(name, seed), await ran(name, seed)];
        expect(told(again)).toEqual(told(first));
        digests.add(hex64(first.digest));
      }
      expect(digests.size).toBe(15);
    },
  );

  it('H2: does not depend on what ran before it in the process', async () => {
    const alone = await ran('random-lease', 77);
    for (const name of ['random-rollover', 'two-rooms-one-server-crash', 'random-lease'])
      await ran(name, 3);
    expect(told(await ran('random-lease', 77))).toEqual(told(alone));
  });

  it('H1: by its recorded choices, and none are left over', async () => {
    for (const name of ['random-lease', 'random-rollover', 'two-expiry-workers-one-paused']) {
      const setup = setupOf(scenarioOf(name));
      const first = await runStepping(seededRun(setup, 42, false), 'drain');
      const replay = new ReplayStrategy(first.choices);
      const plan = planOf(setup.scenario, 42);
      expect(told(await runStepping(plannedRun(setup, plan, replay, false), 'drain'))).toEqual(
        told(first),
      );
      expect(replay.left).toBe(0);
    }
  });

  it('H2: recorded for people, it is the same', async () => {
    const setup = setupOf(scenarioOf('random-lease'));
    const recorded = await runStepping(seededRun(setup, 8, true), 'drain');
    expect(told(recorded)).toEqual(told(await ran('random-lease', 8)));
    const details = Array.from(
      { length: recorded.steps },
      (_, i) => recorded.trace.event(i).details,
    );
    expect(details.flat()).toContain('commits 1 room.opened');
  });

  it('H1: with one choice too few or out of bounds it is stale, and no failure of the system', async () => {
    const setup = setupOf(scenarioOf('random-lease'));
    const plan = planOf(setup.scenario, 42);
    const { choices } = await runStepping(seededRun(setup, 42, false), 'drain');
    const replayed = (recorded: readonly number[]): Promise<RunResult> =>
      runStepping(plannedRun(setup, plan, new ReplayStrategy(recorded), false), 'drain');
    const staleness = { name: 'StaleChoices' };
    await expect(replayed(choices.slice(0, -1))).rejects.toMatchObject(staleness);
    for (const at of [0, 100, 200, 300, 400, 500]) {
      await expect(replayed(choices.with(at, 2 ** 30))).rejects.toMatchObject(staleness);
    }
  });
});
