/** Flag values as people write them; each complaint says what would be right. */
import { InvalidArgumentError } from 'commander';
import { durationMs } from '../../sim/plan/duration.ts';
import { nearest } from '../../sim/plan/nearest.ts';
import type { StoreShape } from './run-store.ts';

/** Places in the seeds of each scenario, both included, from 1. */
export interface Indices {
  readonly from: number;
  readonly to: number;
}

/** The `index`-th of `of` parts, from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

export function indices(written: string): Indices {
  const [, first, last] = /^(\d+)(?:\.\.(\d+))?$/.exec(written) ?? [];
  const [from, to] = last === undefined ? [1, Number(first)] : [Number(first), Number(last)];
  if (first === undefined || !Number.isSafeInteger(to) || from < 1 || to < from) {
    throw new InvalidArgumentError(
      'Expected a number of seeds (200) or a range of indices from 1 (1..200).',
    );
  }
  return { from, to };
}

export function shard(written: string): Shard {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(written) ?? [];
  const parsed = { index: Number(index), of: Number(of) };
  if (of === undefined || parsed.index < 1 || parsed.index > parsed.of || parsed.of > 1_000_000) {
    throw new InvalidArgumentError('Expected one of so many parts, such as 1/3, 2/3 or 3/3.');
  }
  return parsed;
}

/** In whole ms. */
export function duration(written: string): number {
  const ms = durationMs(written);
  if (ms === null || ms < 1) {
    throw new InvalidArgumentError('Expected a duration with its unit: 500ms, 60s, 5m or 1h.');
  }
  return ms;
}

export function count(written: string): number {
  return whole(written, 1, Number.MAX_SAFE_INTEGER);
}

export function threadCount(written: string): number {
  return whole(written, 1, 256);
}

export function baseSeed(written: string): number {
  return whole(written, 0, Number.MAX_SAFE_INTEGER);
}

export function eventIndex(written: string): number {
  return whole(written, 0, Number.MAX_SAFE_INTEGER);
}

export function pattern(written: string): RegExp {
  try {
    return new RegExp(written, 'i');
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? `${error.message}.` : '');
  }
}

const SHAPES: readonly StoreShape[] = ['coordinator', 'ledger'];

export function storeShape(written: string): StoreShape {
  const shape = SHAPES.find((each) => each === written);
  if (shape !== undefined) return shape;
  const near = nearest(written, SHAPES);
  throw new InvalidArgumentError(
    `Expected ${SHAPES.join(' or ')}${near === null ? '.' : `; did you mean "${near}"?`}`,
  );
}

/** For flags that can be given more than once. */
export const gathered = (written: string, earlier: readonly string[] = []): string[] => [
  ...earlier,
  written,
];

function whole(written: string, least: number, most: number): number {
  const value = /^\d+$/.test(written) ? Number(written) : Number.NaN;
  if (!(value >= least && value <= most)) {
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
  }
  return value;
}
