/** What a run of a scenario is made of, on the memory store. */
import type { Scenario } from '../../sim/plan/scenario.ts';
import type { RunSetup } from '../../sim/run/run-case.ts';
import type { MakeEngine } from '../../sim/systems/lobby-system.ts';
import { MemoryStore } from '../../src/stores/memory-store.ts';

export const inMemory: MakeEngine = ({ storeNow, settings, targets }) =>
  new MemoryStore(storeNow, { heartbeatTimeoutMs: settings.heartbeatTimeoutMs, targets });

export const onMemory = (scenario: Scenario): RunSetup => ({
  scenario,
  strategy: 'random',
  variant: null,
  makeEngine: inMemory,
});
