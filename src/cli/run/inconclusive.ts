/** Reasons why runs that all held still prove too little (exit 5). */
import { GOALS } from '../../../sim/goals/goal-counter.ts';
import type { RunFlags } from './run-flags.ts';
import type { RunRecord } from './run-record.ts';

/** Only a whole run is judged: not one that failures or Ctrl-C have ended early. */
export function inconclusive(
  record: RunRecord,
  words: readonly string[],
  flags: RunFlags,
): readonly string[] {
  if (record.bug !== null || record.problem !== null || record.stoppedEarly) return [];
  if (record.runs === 0) return ['nothing was run: the shard is empty, or the time was too short'];
  return [
    ...(flags.shard === undefined ? tooFew(record, flags.minSeeds) : []),
    ...(isDefaultBudget(words, flags) ? neverReached(record) : []),
  ];
}

/** Goals and faults are demanded of the whole: a filter, or another budget, may well miss some (H7). */
function isDefaultBudget(words: readonly string[], flags: RunFlags): boolean {
  const { seeds, grep, tag, variant, shard } = flags;
  const filters = [seeds, flags.for, grep, tag, variant, shard];
  return words.length === 0 && filters.every((each) => each === undefined);
}

const tooFew = (record: RunRecord, least: number): readonly string[] =>
  record.scenarios.flatMap((of) => {
    const { runs } = record.tallyOf(of);
    if (runs >= least) return [];
    return [`${of.scenario.name}: ${runs} runs, and at least ${least} are asked for (--min-seeds)`];
  });

function neverReached(record: RunRecord): readonly string[] {
  const { faults, goals } = record.whole;
  const declared = new Map<string, string>();
  for (const { scenario } of record.scenarios) {
    for (const kind of Object.keys(scenario.faults)) {
      if (!declared.has(kind)) declared.set(kind, scenario.name);
    }
  }
  return [
    ...[...declared]
      .filter(([kind]) => (faults.get(kind) ?? 0) === 0)
      .map(([kind, name]) => `the fault ${kind}, which ${name} asks for, never acted (H7)`),
    ...Object.entries(GOALS)
      .filter(([goal]) => (goals.get(goal) ?? 0) === 0)
      .map(([goal, rule]) => `the goal "${goal}" (${rule}) was never reached (H7)`),
  ];
}
