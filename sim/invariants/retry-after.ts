/**
 * INV-RETRY-AFTER guards P21: a publisher that a target has told when to come back does not offer it that record sooner. It
 * holds for the process that was told, by its own clock, which may gain on ours; another one, or the same one restarted,
 * knows nothing of it.
 */
import type { Invariant, WatchedRun } from './invariant.ts';

export const retryAfter: Invariant = {
  id: 'INV-RETRY-AFTER',
  rules: ['P21'],
  summary: 'a record that a target has put off is not offered again before the time that it named',
  watch: (run) => {
    /** By publisher, and then by target and record: when it may come back. */
    const putOff = new WeakMap<object, Map<string, number>>();
    return {
      throttled(target, { idempotencyKey }, publisher, retryMs) {
        const own = putOff.get(publisher) ?? new Map<string, number>();
        putOff.set(publisher, own);
        own.set(
          `${target} ${idempotencyKey}`,
          run.nowMs() + Math.floor((retryMs * 1_000) / (1_000 + mostGain(run.plan))),
        );
      },
      offered(target, { idempotencyKey }, publisher) {
        const untilMs = putOff.get(publisher)?.get(`${target} ${idempotencyKey}`) ?? 0;
        if (run.nowMs() >= untilMs) return;
        run.violated(
          `P21: ${idempotencyKey} was offered to ${target} at ${run.nowMs()}, which had put it off until ${untilMs}`,
        );
      },
    };
  },
};

/** What the fastest clock of the run gains each second, in ms. */
const mostGain = ({ steps }: WatchedRun['plan']): number =>
  steps.reduce(
    (most, step) =>
      step.who === 'process' && step.does === 'drift' ? Math.max(most, step.perMille) : most,
    0,
  );
