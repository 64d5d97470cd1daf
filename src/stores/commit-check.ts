/** P3: what a commit compares, and what it insists on before it writes anything. */
import type { Decision } from '../core/decide.ts';
import type { Head } from '../ports/room-store.ts';

export type Commit = Extract<Decision, { readonly kind: 'commit' }>;

/** Compare-and-swap: whether the room still stands where the caller saw it. */
export function isExpected(head: Head | null, expected: Head | null): boolean {
  if (head === null || expected === null) return head === expected;
  return head.generation === expected.generation && head.revision === expected.revision;
}

/** Whether the commit begins a generation; only then is the store-wide counter used up (P18). */
export const opensGeneration = (head: Head | null, { state }: Commit): boolean =>
  head === null || head.generation !== state.generation;

/** Throws on a decision that no engine may write: sequences are consecutive and end at the state's revision. */
export function assertCommit(head: Head | null, commit: Commit, nextGeneration: number): void {
  const { state, events } = commit;
  const opens = opensGeneration(head, commit);
  if (opens && state.generation !== nextGeneration) {
    throw new Error(`P18: opens generation ${state.generation}, the next one is ${nextGeneration}`);
  }
  let sequence = opens || head === null ? 0 : head.revision;
  if (events.length === 0) throw new Error(`P3: no event after sequence ${sequence}`);
  for (const event of events) {
    sequence += 1;
    if (event.sequence !== sequence || event.generation !== state.generation) {
      throw new Error(
        `P3: expected event ${state.generation}:${sequence}, got ${event.generation}:${event.sequence}`,
      );
    }
  }
  if (state.revision !== sequence) {
    throw new Error(`P3: the events reach ${sequence}, the state is at ${state.revision}`);
  }
}
