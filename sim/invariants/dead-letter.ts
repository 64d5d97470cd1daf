/**
 * INV-DEAD-LETTER guards P21: a record halts its room at a target only if that target has refused it for good, or has
 * failed to take it again and again; and only what is halted is given up, when an operator asks for it.
 */
import type { DeadLetter } from '../system-under-test.ts';
import type { Invariant } from './invariant.ts';

/** In so many tries a record fails before anybody may halt it: a publisher tries several times under each claim. */
const FAILURES = 20;

export const deadLetter: Invariant = {
  id: 'INV-DEAD-LETTER',
  rules: ['P21'],
  summary:
    'only what its target refuses is halted, and only what is halted is dropped, by an operator',
  watch: (run) => {
    const failures = new Map<string, number>();
    const halted = new Set<string>();
    const askedToDrop = (code: string): boolean =>
      run.plan.steps.some(
        (step) =>
          step.who === 'operator' &&
          step.atMs <= run.nowMs() &&
          step.room === code &&
          step.does.kind === 'drop-record',
      );
    return {
      failed(target, { idempotencyKey }, forGood) {
        const key = `${target} ${idempotencyKey}`;
        failures.set(key, forGood ? FAILURES : (failures.get(key) ?? 0) + 1);
      },
      halted(record) {
        const key = keyOf(record);
        halted.add(key);
        const count = failures.get(key) ?? 0;
        if (count >= FAILURES) return;
        run.violated(
          `${placeOf(record)} is halted at ${record.target}, which has not refused it for good, and has failed ${count} times`,
        );
      },
      dropped(record) {
        const was = `${placeOf(record)} is dropped at ${record.target}`;
        if (!halted.delete(keyOf(record))) run.violated(`${was}, where it was not halted`);
        else if (!askedToDrop(record.code)) {
          run.violated(`${was}, though no operator asked for it`);
        }
      },
    };
  },
};

const keyOf = ({ target, code, generation, sequence }: DeadLetter): string =>
  `${target} ${code}:${generation}:${sequence}`;

const placeOf = ({ code, generation, sequence }: DeadLetter): string =>
  `P21: in room ${code}, generation ${generation}, sequence ${sequence}`;
