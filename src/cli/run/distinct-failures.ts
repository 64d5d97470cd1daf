/** Failures that are the same in people's eyes: of one scenario, by one invariant. The one that is over first stands for them. */
import type { FailureRecord } from './run-record.ts';

export interface DistinctFailure {
  readonly first: FailureRecord;
  readonly runs: number;
}

/** The shortest story first. */
export function distinctFailures(failures: readonly FailureRecord[]): readonly DistinctFailure[] {
  const groups = new Map<string, FailureRecord[]>();
  for (const failure of failures) {
    const key = `${failure.of.word} ${failure.failure.invariant}`;
    groups.set(key, [...(groups.get(key) ?? []), failure]);
  }
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = [...group].sort((a, b) => a.failure.step - b.failure.step);
      return first === undefined ? [] : [{ first, runs: group.length }];
    })
    .sort((a, b) => a.first.failure.step - b.first.failure.step);
}
