import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PublicEvent } from '../core/view.ts';
import { Replica } from './replica.ts';
import { answerAfter, eventAt, fold, KINDS } from './room-script.test-suite.ts';

const G = 7;
const LOG = 14;

/** One thing that reaches the client, while the room goes on. */
type Step =
  | { readonly kind: 'commit' }
  | { readonly kind: 'event'; readonly sequence: number; readonly generation: number }
  | { readonly kind: 'pulse'; readonly revision: number }
  /** An answer that was read at some earlier moment, for some cursor: late, repeated, or to nobody's question. */
  | { readonly kind: 'answer'; readonly cursor: number | null; readonly head: number };

const sequence = fc.integer({ min: 1, max: LOG });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('commit' as const) }),
  fc.record({
    kind: fc.constant('event' as const),
    sequence,
    generation: fc.constantFrom(G, G, G, G, G - 1, G + 1),
  }),
  fc.record({ kind: fc.constant('pulse' as const), revision: sequence }),
  fc.record({
    kind: fc.constant('answer' as const),
    cursor: fc.option(sequence, { nil: null }),
    head: sequence,
  }),
);

const log: fc.Arbitrary<readonly PublicEvent[]> = fc
  .array(fc.constantFrom(...KINDS), { minLength: LOG, maxLength: LOG })
  .map((kinds) => kinds.map((kind, index) => eventAt(G, index + 1, kind)));

/** Hands the step over, if its time has come: nothing can say what is not committed. */
function take(replica: Replica, step: Step, events: readonly PublicEvent[], head: number): void {
  const committed = events.slice(0, head);
  if (step.kind === 'event') {
    const event = committed[step.sequence - 1];
    if (event !== undefined) replica.event({ ...event, generation: step.generation });
  } else if (step.kind === 'pulse') {
    replica.pulse(G, Math.min(step.revision, head));
  } else if (step.kind === 'answer') {
    const readAt = committed.slice(0, step.head);
    const cursor = step.cursor === null ? null : Math.min(step.cursor, readAt.length);
    replica.answer(answerAfter(readAt, cursor));
  }
}

/** Faults have stopped: pulses come, and questions are answered; at most one round for each event. */
function settle(replica: Replica, committed: readonly PublicEvent[]): void {
  for (let round = 0; round <= LOG; round++) {
    replica.pulse(G, committed.length);
    if (!replica.needsBackfill) return;
    replica.answer(answerAfter(committed, replica.cursor));
  }
}

it('P24: any loss, duplication and order ends at the committed room, never twice or backwards', () => {
  fc.assert(
    fc.property(log, fc.array(step, { maxLength: 40 }), fc.nat(4), (events, steps, bound) => {
      const replica = new Replica({}, bound);
      replica.begin(G);
      let head = 1;
      let before = 0;
      for (const one of steps) {
        if (one.kind === 'commit') head = Math.min(head + 1, LOG);
        take(replica, one, events, head);
        const cursor = replica.cursor ?? 0;
        expect(cursor).toBeGreaterThanOrEqual(before);
        expect(replica.view).toEqual(cursor === 0 ? null : fold(events.slice(0, cursor)));
        before = cursor;
      }
      settle(replica, events.slice(0, head));
      expect(replica.view).toEqual(fold(events.slice(0, head)));
    }),
    { numRuns: 500, seed: 24 },
  );
});
