import { describe, expect, it } from 'vitest';
import type { ProjectedRead, Projection, StoreEngine } from '../../src/ports/room-store.ts';
import { MemoryLedger } from '../../src/stores/ledger/memory-ledger.ts';
import { MemoryStore } from '../../src/stores/memory-store.ts';
import { seededRun } from '../run/run-case.ts';
import type { RunResult } from '../run/run.ts';
import { scenarioOf, setupOf } from '../run/small-run.test-suite.ts';
import { runStepping } from '../run/stepped-run.ts';
import { EngineInFront } from './engine-in-front.ts';
import { type LobbySeams, lobbySystem, type MakeEngine } from './lobby-system.ts';

type Store = typeof MemoryStore;

const inMemory =
  (Kind: Store): MakeEngine =>
  ({ storeNow, settings: { heartbeatTimeoutMs }, targets }) =>
    new Kind(storeNow, { heartbeatTimeoutMs, targets });

const runOf = (name: string, seed: number, kind: Store, seams: LobbySeams): Promise<RunResult> => {
  const setup = setupOf(scenarioOf(name), lobbySystem(inMemory(kind), seams));
  return runStepping(seededRun(setup, seed, false), 'drain');
};

/** Puts something before a ledger's projection. */
const fronted = (front: (projection: Projection) => Partial<Projection>): LobbySeams => ({
  engine: (engine: StoreEngine) => {
    const { projection } = engine;
    if (projection === undefined) throw new Error('no ledger');
    const whole: Projection = {
      position: () => projection.position(),
      project: (limit) => projection.project(limit),
      readAtLeast: (code, atLeast) => projection.readAtLeast(code, atLeast),
      dropProjection: () => projection.dropProjection(),
      ...front(projection),
    };
    return new (class extends EngineInFront {
      override get projection(): Projection {
        return whole;
      }
    })(engine);
  },
});

const LAGGING = 'projector-lags-behind-a-handoff';

describe('the projection of a lobby in a run', () => {
  it.each([
    ['random-lease', 3],
    ['random-compaction', 3],
    ['random-rollover', 3],
    [LAGGING, 1],
  ])('P27: takes the same course on ledger and coordinator: %s', async (name, seed) => {
    const [ledger, coordinator] = await Promise.all([
      runOf(name, seed, MemoryLedger, {}),
      runOf(name, seed, MemoryStore, {}),
    ]);
    expect(ledger.failure).toBeNull();
    expect(ledger.digest).toBe(coordinator.digest);
    expect(ledger.choices).toEqual(coordinator.choices);
    expect(ledger.faults).toEqual(coordinator.faults);
    expect(ledger.goals).toEqual(coordinator.goals);
  });

  it('P27: INV-PROJECTION catches one that answers whatever it has', async () => {
    const stale = fronted((projection) => ({
      readAtLeast: (code): ProjectedRead => projection.readAtLeast(code, null),
    }));
    const { failure } = await runOf(LAGGING, 1, MemoryLedger, stale);
    expect(failure).toMatchObject({ kind: 'safety', invariant: 'INV-PROJECTION' });
    expect(failure?.message).toContain('was answered as at least');
  });

  it('P25: INV-PROJECTION catches a projector that never comes up to its log', async () => {
    const stuck = fronted((projection) => ({
      project: (limit) => (projection.position() > 2 ? 0 : projection.project(limit)),
    }));
    const { failure } = await runOf('host-back-at-29s', 1, MemoryLedger, stuck);
    expect(failure).toMatchObject({ kind: 'liveness', invariant: 'INV-PROJECTION' });
  });
});
