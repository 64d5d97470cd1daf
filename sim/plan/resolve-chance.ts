/** What a scenario leaves to chance: the members' workload and the faults. */
import type { Cast } from './cast.ts';
import { FAULT_KINDS } from './fault-kinds.ts';
import { type FaultWeights, type Workload, WORKLOAD_ACTIONS } from './scenario.ts';
import type { ScenarioFile, WrittenWorkload } from './scenario-file.ts';

/** With `faults: all`. */
const EVEN_WEIGHT = 50;
/** What members do by chance, unless the file weighs it otherwise: absences, mostly. */
const DEFAULT_WEIGHTS: Workload['weights'] = {
  drop: 30,
  close: 20,
  reload: 8,
  'second-tab': 5,
  forget: 5,
  leave: 6,
  remove: 2,
  'set-eligible': 5,
  transfer: 6,
  end: 1,
  forge: 12,
  operator: 2,
};
const DEFAULT_ACTIONS_PER_MINUTE = 60;
/** By when everybody is there, if the file does not say. */
const DEFAULT_FROM_MS = 3_000;

export function resolveWorkload(
  { from, for: length, actions, weights }: WrittenWorkload,
  cast: Cast,
): Workload {
  const given = weights ?? {};
  const entries = WORKLOAD_ACTIONS.map((action) => [
    action,
    given[action] ?? DEFAULT_WEIGHTS[action],
  ]);
  return {
    fromMs: from === undefined ? DEFAULT_FROM_MS : cast.ms(from, ['workload', 'from']),
    forMs: cast.ms(length, ['workload', 'for']),
    actionsPerMinute: actions ?? DEFAULT_ACTIONS_PER_MINUTE,
    weights: Object.fromEntries(entries) as Workload['weights'],
  };
}

export const resolveFaults = (written: ScenarioFile['faults']): FaultWeights => {
  if (written !== 'all') return written ?? {};
  return Object.fromEntries(FAULT_KINDS.map((kind) => [kind, EVEN_WEIGHT])) as FaultWeights;
};
