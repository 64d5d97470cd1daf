import { describe, expect, it } from 'vitest';
import type { ProcessPorts } from '../system-under-test.ts';
import { real } from '../kernel/foreign-code.test-suite.ts';
import type { RunResult } from './run.ts';
import { inputOf, scenarioNames, setupOf, scenarioOf, systemWith } from './small-run.test-suite.ts';
import { seededRun } from './run-case.ts';
import { runStepping, type Stepping } from './stepped-run.ts';
import { leaveRejectionsToTheRun } from './unwatched-rejections.test-suite.ts';

const STEPPINGS: readonly Stepping[] = ['drain', 'pump'];

const LEAKS: Readonly<Record<string, () => unknown>> = {
  'a file, by promise': () => real('node:fs', 'promises', 'readFile')(import.meta.filename),
  'a file, by callback': () => called(real('node:fs', 'readFile'), import.meta.filename),
  'a real timer': () => real('node:timers/promises', 'setTimeout')(2),
  'a real timer that holds nothing open': () =>
    real('node:timers/promises', 'setTimeout')(2, null, { ref: false }),
  'a real immediate': () => real('node:timers/promises', 'setImmediate')(),
  'the thread pool, for random bytes': () => called(real('node:crypto', 'randomBytes'), 8),
  'the thread pool, for a key': () => called(real('node:crypto', 'scrypt'), 'a', 'b', 8),
  'the thread pool, for a hash': () =>
    real('node:crypto', 'webcrypto', 'subtle', 'digest')('SHA-256', new Uint8Array(9)),
  'the thread pool, for compression': () => called(real('node:zlib', 'gzip'), 'text'),
};

const called = (
  work: (...args: unknown[]) => unknown,
  ...args: readonly unknown[]
): Promise<unknown> => new Promise((resolve) => work(...args, resolve));

/** A worker that awaits something between two port calls. */
const systemAwaiting = (wait: () => unknown): ReturnType<typeof systemWith> =>
  systemWith(() => ({
    bootWorker: async (ports: ProcessPorts) => {
      for (;;) {
        await ports.call(
          'load',
          () => 0,
          () => new Error('no store'),
        );
        await wait();
        await ports.call(
          'commit',
          () => 0,
          () => new Error('no store'),
        );
        await ports.clock.sleep(100);
      }
    },
  }));

const ran = (wait: () => unknown, stepping: Stepping): Promise<RunResult> =>
  runStepping(inputOf(systemAwaiting(wait)), stepping);

describe.each(STEPPINGS)('H5: stepping by %s', (stepping) => {
  leaveRejectionsToTheRun();

  it.each(Object.keys(LEAKS))(
    'reports a worker that awaits %s, with lane and operation',
    async (what) => {
      const { failure } = await ran(LEAKS[what] ?? ((): null => null), stepping);
      expect(failure).toMatchObject({ kind: 'safety', invariant: 'INV-NO-LEAK', rules: ['H5'] });
      expect(failure?.message).toMatch(/^LeakError: worker-1: "(load answered|commit)" /);
    },
  );

  it('reports a leak also where its error is caught', async () => {
    const system = systemWith(() => ({
      bootWorker: async (ports: ProcessPorts) => {
        await ports.clock.sleep(5);
        for (;;) {
          try {
            await LEAKS['a real immediate']?.();
            await ports.clock.sleep(5);
          } catch {
            await ports.clock.sleep(5);
          }
        }
      },
    }));
    const { failure } = await runStepping(inputOf(system), stepping);
    expect(failure?.invariant).toBe('INV-NO-LEAK');
  });

  it.each<[string, () => unknown]>([
    ['nothing', () => null],
    ['microtasks', () => Promise.all([Promise.resolve(), Promise.resolve(1)])],
    [
      'many microtasks',
      async () => {
        for (let i = 0; i < 500; i++) await Promise.resolve();
      },
    ],
    [
      'the next tick',
      () =>
        new Promise((resolve) => {
          real('node:process', 'nextTick')(resolve);
        }),
    ],
    ['a file, read at once', () => real('node:fs', 'readFileSync')(import.meta.filename)],
  ])('gives no false alarm about %s', async (_what, wait) => {
    const { failure, steps } = await ran(wait, stepping);
    expect(failure).toBeNull();
    expect(steps).toBeGreaterThan(40);
  });

  it('gives no false alarm about any scenario', async () => {
    for (const name of scenarioNames()) {
      const input = seededRun(setupOf(scenarioOf(name)), 11, false);
      const { didRealWork } = await runStepping(input, stepping);
      expect([name, didRealWork]).toEqual([name, false]);
    }
  });

  it('what was begun for real and ends after the run disturbs no later run', async () => {
    const clean = await ran(() => null, stepping);
    const late = await ran(LEAKS['a real timer'] ?? ((): null => null), stepping);
    await real('node:timers/promises', 'setTimeout')(10);
    const again = await ran(() => null, stepping);
    expect(late.failure?.invariant).toBe('INV-NO-LEAK');
    expect([again.failure, again.digest]).toEqual([null, clean.digest]);
  });
});

it('H5: names what was begun, and where in the code', async () => {
  const { failure } = await ran(
    () => real('node:fs', 'readFile')(import.meta.filename, () => {}),
    'drain',
  );
  expect(failure?.message).toContain('began real work (FSREQCALLBACK)');
  expect(failure?.message).toContain('leak.test.ts');
});
