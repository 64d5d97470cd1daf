/** Failures that are the same in people's eyes: of one scenario, by one invariant. The one that is over first stands for them. */
import type { FailureRecord } from './run-record.ts';

export interface DistinctFailure {
  readonly first: FailureRecord;
  readonly runs: number;
}

/** Those whose story is told: one of each invariant, as long as there is room, then others of the same. */
export function toBeTold(
  distinct: readonly DistinctFailure[],
  most: number,
): readonly DistinctFailure[] {
  const isNews = ({ first }: DistinctFailure, i: number): boolean =>
    distinct.findIndex((other) => other.first.failure.invariant === first.failure.invariant) === i;
  const news = distinct.filter(isNews);
  return [...news, ...distinct.filter((each) => !news.includes(each))].slice(0, most);
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
