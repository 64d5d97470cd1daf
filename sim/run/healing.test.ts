import { describe, expect, it } from 'vitest';
import type { ProcessPorts, ServerProcess } from '../system-under-test.ts';
import type { Invariant } from '../invariants/invariant.ts';
import type { Plan, PlannedStep } from '../plan/plan.ts';
import { seededRun } from './run-case.ts';
import type { RunResult } from './run.ts';
import { inputOf, planWith, scenarioOf, setupOf, systemWith } from './small-run.test-suite.ts';
import { runStepping } from './stepped-run.ts';

const ofProcess = (
  atMs: number,
  process: string,
  does: 'crash' | 'restart' | 'pause' | 'unpause',
): PlannedStep => ({ atMs, who: 'process', process, does });

/** Lets boots and rounds of a worker be seen; a round every 100 ms of its clock. */
async function seen(plan: Plan): Promise<readonly string[]> {
  const lines: string[] = [];
  const system = systemWith(({ storeNow }) => ({
    bootWorker: async (ports: ProcessPorts) => {
      const id = ports.random.id();
      const tell = (what: string): unknown => lines.push(`${id} ${what} @${storeNow()}`);
      tell('boots');
      try {
        for (let round = 1; ; round++) {
          await ports.clock.sleep(100);
          tell(`round ${round}`);
        }
      } finally {
        tell('ends');
      }
    },
  }));
  const { failure } = await runStepping(inputOf(system, plan), 'drain');
  expect(failure).toBeNull();
  return lines.filter((line) => Number(line.split('@')[1]) < plan.endMs);
}

describe('crash and pause', () => {
  it('H5: a crash ends a process without a word; the restarted one has a new id and knows nothing', async () => {
    const plan = planWith({ endMs: 700 }, [
      ofProcess(250, 'worker-1', 'crash'),
      ofProcess(400, 'worker-1', 'restart'),
    ]);
    expect(await seen(plan)).toEqual([
      'worker-1.1.1 boots @0',
      'worker-1.1.1 round 1 @100',
      'worker-1.1.1 round 2 @200',
      'worker-1.2.1 boots @400',
      'worker-1.2.1 round 1 @500',
      'worker-1.2.1 round 2 @600',
    ]);
  });

  it('H3: a pause across a deadline: the timer fires when the process wakes, and time goes on from there', async () => {
    const plan = planWith({ endMs: 500 }, [
      ofProcess(150, 'worker-1', 'pause'),
      ofProcess(370, 'worker-1', 'unpause'),
    ]);
    expect(await seen(plan)).toEqual([
      'worker-1.1.1 boots @0',
      'worker-1.1.1 round 1 @100',
      'worker-1.1.1 round 2 @370',
      'worker-1.1.1 round 3 @470',
    ]);
  });

  it('H5: a process that crashes while it is paused stays dead', async () => {
    const plan = planWith({ endMs: 500 }, [
      ofProcess(150, 'worker-1', 'pause'),
      ofProcess(200, 'worker-1', 'crash'),
      ofProcess(250, 'worker-1', 'unpause'),
    ]);
    expect(await seen(plan)).toEqual(['worker-1.1.1 boots @0', 'worker-1.1.1 round 1 @100']);
  });

  it('H7: only what really acted is counted', async () => {
    const plan = planWith({}, [
      ofProcess(100, 'worker-1', 'crash'),
      ofProcess(110, 'worker-1', 'crash'),
      ofProcess(120, 'worker-1', 'pause'),
      { atMs: 130, who: 'process', process: 'worker-1', does: 'clock', offsetMs: 5 },
      { atMs: 140, who: 'process', process: 'server-1', does: 'clock', offsetMs: 0 },
      { atMs: 150, who: 'process', process: 'server-1', does: 'clock', offsetMs: -5 },
      ofProcess(160, 'server-1', 'pause'),
      ofProcess(170, 'server-1', 'pause'),
    ]);
    const { faults } = await runStepping(
      inputOf(
        systemWith(() => ({})),
        plan,
      ),
      'drain',
    );
    expect(Object.fromEntries(faults)).toEqual({
      'worker-crash': 1,
      'clock-offset': 1,
      'server-pause': 1,
    });
  });

  it('P12: a server that boots while the store does not answer is not up until it does', async () => {
    const steps: PlannedStep[] = [{ atMs: 500, who: 'member', member: 'ana', does: 'join' }];
    const topology = {
      servers: 1,
      workers: 0,
      members: [{ name: 'ana', room: 'lobby' }],
      rooms: [],
    };
    const accepted: number[] = [];
    const errors: number[] = [];
    const system = systemWith(({ storeNow }) => ({
      bootServer: async (ports: ProcessPorts): Promise<ServerProcess> => {
        for (;;) {
          try {
            await ports.call(
              'heartbeat',
              () => 1,
              () => new Error('unavailable'),
            );
            return { accept: () => accepted.push(storeNow()), receive: () => {}, closed: () => {} };
          } catch {
            errors.push(storeNow());
            await ports.clock.sleep(100);
          }
        }
      },
    }));
    const plan = planWith({ topology, endMs: 3_000, faults: { 'store-error': 1_000 } }, steps);
    const { failure, faults } = await runStepping(inputOf(system, plan), 'drain');
    expect(failure).toBeNull();
    expect(errors.length).toBeGreaterThan(20);
    expect(faults.get('store-error')).toBe(errors.length);
    expect(Math.max(...errors)).toBeLessThanOrEqual(3_001);
    for (const at of accepted) expect(at).toBeGreaterThan(3_000);
  });
});

describe('healing', () => {
  it('H6: what is down, paused, held or cut off comes back, and the run converges', async () => {
    const text = `title: Everything is broken at the end
rules: [P25]
servers: 2
workers: 1
members: [ana, ben]
steps:
  - { at: 1s, member: ana, does: open }
  - { at: 2s, member: ben, does: join }
  - { at: 5s, process: worker-1, does: crash }
  - { at: 6s, process: server-1, does: pause }
  - { at: 7s, process: server-2, does: crash }
  - { at: 8s, member: ben, does: drop, serverNotices: 45s, clientNotices: 45s }
end: 10s
`;
    const { failure, virtualMs } = await runStepping(
      seededRun(setupOf(scenarioOf('broken', text)), 3, false),
      'drain',
    );
    expect(failure).toBeNull();
    expect(virtualMs).toBeGreaterThan(10_000);
  });

  it('H7: random faults act while they are on, never when they are off, and not after they have stopped', async () => {
    const ran = (faults: Plan['faults']): Promise<RunResult> => {
      const { plan, ...input } = seededRun(setupOf(scenarioOf('lossy-network')), 4, true);
      return runStepping({ ...input, plan: { ...plan, faults }, expected: null }, 'drain');
    };
    const off = await ran({});
    expect(
      [...off.faults.keys()].filter(
        (kind) => kind.startsWith('message') || kind.startsWith('store'),
      ),
    ).toEqual([]);
    const on = await ran({ 'store-error': 300 });
    expect(on.faults.get('store-error')).toBeGreaterThan(10);
    const events = Array.from({ length: on.steps }, (_, i) => on.trace.event(i));
    const healed = events.findIndex(({ operation }) => operation === 'faults stop');
    const failing = events.filter(({ details }) =>
      details.includes('store error: nothing was done'),
    );
    expect(failing.length).toBeGreaterThan(10);
    // What was under way when faults stopped may still fail.
    for (const { cause } of failing) expect(cause).toBeLessThan(healed);
  });

  it('H6: what never converges is reported in bounded time, with the reason that blocks it', async () => {
    const demand = (id: string, message: string | null): Invariant => ({
      id,
      rules: ['P25'],
      summary: 'never content',
      watch: () => ({ unsettled: () => message }),
    });
    const invariants = [
      demand('INV-CONTENT', null),
      demand('INV-ONE', 'one is armed'),
      demand('INV-TWO', 'two'),
    ];
    const result = await runStepping(
      inputOf(
        systemWith(() => ({})),
        planWith(),
        { invariants },
      ),
      'drain',
    );
    expect(result.failure).toMatchObject({
      kind: 'liveness',
      invariant: 'INV-ONE',
      rules: ['P25'],
      message: 'one is armed',
    });
    expect(result.virtualMs).toBeGreaterThan(30_000);
    expect(result.virtualMs).toBeLessThan(200_000);
  });

  it('H6: so is a system that keeps a connected member in the dark', async () => {
    const topology = {
      servers: 1,
      workers: 0,
      members: [{ name: 'ana', room: 'lobby' }],
      rooms: [],
    };
    const plan = planWith({ topology }, [
      { atMs: 100, who: 'member', member: 'ana', does: 'join' },
    ]);
    const answered: Invariant = {
      id: 'INV-ANSWERED',
      rules: ['P25'],
      summary: 'whoever wants in sees the room',
      watch: ({ tabs }) => ({
        unsettled() {
          const dark = tabs().find(({ wants, view }) => wants === 'in' && view === null);
          return dark === undefined ? null : `${dark.member} waits in room ${dark.room}`;
        },
      }),
    };
    const run = inputOf(
      systemWith(() => ({})),
      plan,
      { invariants: [answered] },
    );
    const { failure } = await runStepping(run, 'drain');
    expect(failure).toMatchObject({ kind: 'liveness', invariant: 'INV-ANSWERED' });
    expect(failure?.message).toBe('ana waits in room lobby');
  });

  it('H6: convergence is looked for until it is there, and the run ends with it', async () => {
    let asked = 0;
    const slow: Invariant = {
      id: 'INV-SLOW',
      rules: ['P25'],
      summary: 'content in the end',
      watch: () => ({ unsettled: () => (++asked < 5 ? 'not yet' : null) }),
    };
    const result = await runStepping(
      inputOf(
        systemWith(() => ({})),
        planWith(),
        { invariants: [slow] },
      ),
      'drain',
    );
    expect([result.failure, asked, result.virtualMs]).toEqual([null, 5, 1_000 + 5 * 250]);
  });
});

describe('a violation', () => {
  it('H6: ends the run at its step; the first one counts', async () => {
    const strict = (id: string, limitMs: number): Invariant => ({
      id,
      rules: ['P2'],
      summary: 'nothing after its time',
      watch: ({ nowMs, violated }) => ({
        logged: () => {
          if (nowMs() >= limitMs) violated(`logged at ${nowMs()}`);
        },
      }),
    });
    const system = systemWith(() => ({
      bootWorker: async ({ clock, log }: ProcessPorts) => {
        for (;;) {
          await clock.sleep(100);
          log('still here');
        }
      },
    }));
    const invariants = [strict('INV-LATER', 500), strict('INV-SOONER', 300)];
    const result = await runStepping(inputOf(system, planWith(), { invariants }), 'drain');
    expect(result.failure).toEqual({
      kind: 'safety',
      invariant: 'INV-SOONER',
      rules: ['P2'],
      message: 'logged at 300',
      step: result.steps - 1,
      virtualMs: 300,
    });
  });
});
