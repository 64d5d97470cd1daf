/** The flags of `run`, as they were read. */
import type { Indices, Shard } from '../flag-values.ts';
import type { StoreKind, StoreShape } from '../run-store.ts';

export interface RunFlags {
  readonly seeds?: Indices | undefined;
  /** The base that all seeds are derived from. */
  readonly seed: number;
  /** In ms. */
  readonly for?: number | undefined;
  readonly store: StoreKind;
  readonly shape: StoreShape;
  readonly variant?: string | undefined;
  readonly strategy: 'random';
  readonly threads?: number | undefined;
  readonly shard?: Shard | undefined;
  readonly maxFailures: number;
  readonly minSeeds: number;
  readonly grep?: RegExp | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly trace: 'failure' | 'all' | 'off';
  readonly out: string;
  readonly json: boolean;
  readonly color: boolean;
  readonly quiet: boolean;
}
