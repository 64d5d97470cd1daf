/** Two-level faults (H7): a seed first draws which kinds this run has and how strongly, then the faults themselves. */
import fc from 'fast-check';
import { SCHEDULED_FAULTS, type ScheduledFault } from './fault-kinds.ts';
import { type FaultRates, RANDOM_FAULTS, type RandomFault } from './plan.ts';
import type { FaultWeights } from './scenario.ts';

/** 0: off in this run; otherwise 1 to 4. */
type Strength = number;
const STRONGEST = 4;

export interface Swarm {
  readonly rates: FaultRates;
  /** Kinds that are on, with weight × strength. */
  readonly scheduled: readonly (readonly [ScheduledFault, number])[];
  /** What the scheduled weights would come to if every kind were on at its strongest. */
  readonly scheduledTotal: number;
}

/** In 1/1000, by strength, for a kind of weight 100. */
const RATES = [0, 20, 60, 150, 300] as const;

/** A kind is on in half of all runs. */
export function swarms(weights: FaultWeights): fc.Arbitrary<Swarm> {
  const kinds = [...RANDOM_FAULTS, ...SCHEDULED_FAULTS].filter(
    (kind) => weights[kind] !== undefined,
  );
  const strength = fc.nat(2 * STRONGEST - 1).map((draw) => Math.max(0, draw - STRONGEST + 1));
  return fc
    .tuple(...kinds.map(() => strength))
    .map((drawn) => swarmOf(weights, new Map(kinds.map((kind, i) => [kind, drawn[i] ?? 0]))));
}

function swarmOf(weights: FaultWeights, strengths: ReadonlyMap<string, Strength>): Swarm {
  const rates: Partial<Record<RandomFault, number>> = {};
  for (const kind of RANDOM_FAULTS) {
    const rate = RATES[strengths.get(kind) ?? 0] ?? 0;
    if (rate > 0) rates[kind] = Math.max(1, Math.floor((rate * (weights[kind] ?? 0)) / 100));
  }
  const scheduled = SCHEDULED_FAULTS.flatMap(
    (kind): readonly (readonly [ScheduledFault, number])[] => {
      const weight = (weights[kind] ?? 0) * (strengths.get(kind) ?? 0);
      return weight === 0 ? [] : [[kind, weight]];
    },
  );
  const total = SCHEDULED_FAULTS.reduce((sum, kind) => sum + (weights[kind] ?? 0), 0);
  return { rates, scheduled, scheduledTotal: total * STRONGEST };
}
