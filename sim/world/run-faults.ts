/** Which random faults are on, and how often each really acted (H7). Off once faults must stop (H6). */
import type { ChoiceLog } from '../kernel/choices.ts';
import type { FaultRates, RandomFault } from '../plan/plan.ts';

export class RunFaults {
  readonly #rates: FaultRates;
  readonly #choices: ChoiceLog;
  readonly #acted = new Map<string, number>();
  #on = true;

  constructor(rates: FaultRates, choices: ChoiceLog) {
    this.#rates = rates;
    this.#choices = choices;
  }

  get on(): boolean {
    return this.#on;
  }

  stop(): void {
    this.#on = false;
  }

  /** Whether the fault happens here; the caller then makes it act, and counts it. */
  happens(kind: RandomFault): boolean {
    return this.#on && this.#choices.happens(this.#rates[kind] ?? 0);
  }

  /** Counts a fault that changed a delivery, a commit, a process or a clock reading. */
  count(kind: string): void {
    this.#acted.set(kind, (this.#acted.get(kind) ?? 0) + 1);
  }

  get acted(): ReadonlyMap<string, number> {
    return this.#acted;
  }
}
