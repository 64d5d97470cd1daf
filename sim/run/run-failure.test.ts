import { describe, expect, it } from 'vitest';
import { roomCode } from '../../src/core/ids.ts';
import type { ProcessPorts } from '../system-under-test.ts';
import type { Invariant, Watcher } from '../invariants/invariant.ts';
import { foreign } from '../kernel/foreign-code.test-suite.ts';
import { ReplayStrategy } from '../strategies/replay.ts';
import type { RunInput, RunResult } from './run.ts';
import { HarnessError } from './run-failure.ts';
import { seededRun } from './run-case.ts';
import { inputOf, planWith, scenarioOf, setupOf, systemWith } from './small-run.test-suite.ts';
import { runStepping, type Stepping } from './stepped-run.ts';
import { leaveRejectionsToTheRun } from './unwatched-rejections.test-suite.ts';

const STEPPINGS: readonly Stepping[] = ['drain', 'pump'];
const broken = (): never => {
  throw new Error('broken');
};
const down = (): Error => new Error('no store');

/** An invariant that watches with one function, on runs of the built-in lobby. */
const watching = (watcher: Watcher | (() => Watcher)): Invariant => ({
  id: 'INV-OF-THE-TEST',
  rules: ['H4'],
  summary: 'breaks',
  watch: () => (typeof watcher === 'function' ? watcher() : watcher),
});

const lobbyRun = (parts: Partial<RunInput>): RunInput => ({
  ...seededRun(setupOf(scenarioOf('lossy-network')), 4, false),
  ...parts,
});

describe.each(STEPPINGS)('by %s', (stepping) => {
  leaveRejectionsToTheRun();

  const failureOf = async (input: RunInput): Promise<RunResult['failure']> =>
    (await runStepping(input, stepping)).failure;

  it.each<[string, (ports: ProcessPorts) => Promise<void>]>([
    ['at once', () => broken()],
    [
      'after a port call',
      async (ports) => {
        await ports.call('load', () => 1, down);
        broken();
      },
    ],
    ['in the store', (ports) => ports.call('load', broken, down)],
    [
      'in a timer',
      async (ports) => {
        ports.clock.setTimeout(broken, 5);
      },
    ],
    [
      'where nobody awaits it',
      async (ports) => {
        void ports.call('load', () => 1, down).then(broken);
      },
    ],
    [
      'in a wait',
      (ports) =>
        ports.poll({
          operation: 'claim',
          waitMs: 10,
          ready: () => true,
          againMs: () => null,
          take: broken,
          nothing: () => {},
          unavailable: down,
        }),
    ],
  ])(
    'H4: what code under test throws %s is its fault, with its stack',
    async (_where, bootWorker) => {
      const failure = await failureOf(inputOf(systemWith(() => ({ bootWorker }))));
      expect(failure).toMatchObject({ kind: 'safety', invariant: 'INV-NO-THROW', rules: ['H4'] });
      expect(failure?.message).toMatch(/^Error: broken\n {4}at /);
      expect(failure?.message).toContain('run-failure.test.ts');
      expect(failure?.step).toBeGreaterThanOrEqual(0);
    },
  );

  it('H4: a server that throws when it is given a connection is at fault', async () => {
    const server = { accept: broken, receive: () => {}, closed: () => {} };
    const plan = planWith(
      {
        topology: {
          servers: 1,
          workers: 0,
          members: [{ name: 'ana', room: 'lobby' }],
          rooms: [],
        },
      },
      [{ atMs: 100, who: 'member', member: 'ana', does: 'join' }],
    );
    const system = systemWith(() => ({ bootServer: () => Promise.resolve(server) }));
    expect(await failureOf(inputOf(system, plan))).toMatchObject({ invariant: 'INV-NO-THROW' });
  });

  it('H4: what is no error and is thrown is told as it is', async () => {
    const bootWorker = (): Promise<void> => Promise.reject('a text');
    const failure = await failureOf(inputOf(systemWith(() => ({ bootWorker }))));
    expect(failure?.message).toBe('a text');
  });

  it('H6: code that goes on for ever while no time passes does not converge', async () => {
    const bootWorker = async (ports: ProcessPorts): Promise<void> => {
      for (;;) await ports.call('load', () => 1, down);
    };
    const plan = planWith({ latency: { networkMs: [0, 0], storeMs: [0, 0] } });
    const failure = await failureOf(
      inputOf(
        systemWith(() => ({ bootWorker })),
        plan,
      ),
    );
    expect(failure).toMatchObject({ kind: 'liveness', invariant: 'INV-NO-SPIN' });
    expect(failure?.message).toContain('worker-1 is about to load');
  });

  it.each<[string, Watcher]>([
    ['committed', { committed: broken }],
    ['acknowledged', { acknowledged: broken }],
    ['published', { published: broken }],
    ['requested', { requested: broken }],
    ['sent', { sent: broken }],
    ['delivered', { delivered: broken }],
    ['viewed', { viewed: broken }],
    ['unsettled', { unsettled: broken }],
    ['ended', { ended: broken }],
  ])(
    'H4: what an invariant throws about what was %s is a bug of the harness',
    async (_hook, watcher) => {
      const run = failureOf(lobbyRun({ invariants: [watching(watcher)] }));
      await expect(run).rejects.toBeInstanceOf(HarnessError);
    },
  );

  it('H4: it stays one where code under test swallows it', async () => {
    const system = systemWith((run) => ({
      bootWorker: async ({ clock }) => {
        await clock.sleep(5);
        try {
          run.observer.acknowledged({
            target: 'bus',
            code: roomCode('lobby'),
            generation: 1,
            through: 1,
            lapsed: false,
          });
        } catch {
          await clock.sleep(5);
        }
      },
    }));
    const run = failureOf(
      inputOf(system, planWith(), { invariants: [watching({ acknowledged: broken })] }),
    );
    await expect(run).rejects.toBeInstanceOf(HarnessError);
  });

  it('H4: a plan that names a process that there is not is a bug of the harness', async () => {
    const plan = planWith({}, [{ atMs: 5, who: 'process', process: 'worker-9', does: 'crash' }]);
    const run = failureOf(
      inputOf(
        systemWith(() => ({})),
        plan,
      ),
    );
    await expect(run).rejects.toThrow('no process worker-9');
    await expect(
      failureOf(
        inputOf(
          systemWith(() => ({})),
          plan,
        ),
      ),
    ).rejects.toBeInstanceOf(HarnessError);
  });

  it('H1: stale choices stay what they are where code under test meets and swallows them', async () => {
    const bootWorker = async (ports: ProcessPorts): Promise<void> => {
      for (;;) {
        try {
          ports.random.below(1_000);
        } catch {
          // As a worker does that means to go on whatever happens.
        }
        await ports.clock.sleep(10);
      }
    };
    const strategy = new ReplayStrategy([0, 0, 0]);
    const run = failureOf(
      inputOf(
        systemWith(() => ({ bootWorker })),
        planWith(),
        { strategy },
      ),
    );
    await expect(run).rejects.toMatchObject({ name: 'StaleChoices' });
  });

  it('H3: whatever happens, the ambient globals and the listeners are as before', async () => {
    const globals = '[Date, setTimeout, clearTimeout, Math.random]';
    const before = foreign(globals);
    const inRun: unknown[] = [];
    const failing = systemWith(
      () => ({
        bootWorker: async ({ clock }) => {
          await clock.sleep(5);
          inRun.push(foreign('Date.now()'));
          broken();
        },
      }),
      true,
    );
    expect(await failureOf(inputOf(failing))).toMatchObject({ invariant: 'INV-NO-THROW' });
    expect(foreign(globals)).toEqual(before);
    await expect(
      failureOf(inputOf(failing, planWith(), { invariants: [watching({ unsettled: broken })] })),
    ).resolves.toMatchObject({ invariant: 'INV-NO-THROW' });
    const calm = systemWith(() => ({}), true);
    const harness = failureOf(
      inputOf(calm, planWith(), { invariants: [watching({ unsettled: broken })] }),
    );
    await expect(harness).rejects.toBeInstanceOf(HarnessError);
    expect(foreign(globals)).toEqual(before);
    expect(foreign('process.listenerCount("unhandledRejection")')).toBe(0);
    expect(new Date(Number(inRun[0])).toISOString()).toBe('2026-01-01T00:00:00.005Z');
  });
});
