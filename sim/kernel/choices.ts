/**
 * The choice log (H1): everything that the plan leaves open is one bounded choice after another. A strategy is a
 * producer of choices; random, replay and, later, PCT and exhaustive search are the same run with another producer.
 */

/** What is being chosen; a strategy may treat the kinds differently, the log does not. */
export type ChoiceKind = 'order' | 'latency' | 'fault' | 'value';

export interface Strategy {
  /** An integer in [0, bound); bound ≥ 2. */
  choose(kind: ChoiceKind, bound: number): number;
}

export class ChoiceLog {
  readonly #strategy: Strategy;
  #log = new Uint32Array(256);
  #length = 0;
  /** Why the strategy gave no choice; code under test may have caught it, and the run means nothing from there on. */
  broken: Error | null = null;

  constructor(strategy: Strategy) {
    this.#strategy = strategy;
  }

  /** An integer in [0, bound). Where there is nothing to choose nothing is logged. */
  choose(kind: ChoiceKind, bound: number): number {
    if (bound <= 1) return 0;
    const choice = this.#ask(kind, bound);
    this.keep(choice);
    return choice;
  }

  /** Logs a choice; a run of days that is repeated by its seed alone logs none. */
  protected keep(choice: number): void {
    if (this.#length === this.#log.length) this.#grow();
    this.#log[this.#length++] = choice;
  }

  #ask(kind: ChoiceKind, bound: number): number {
    try {
      const choice = this.#strategy.choose(kind, bound);
      if (choice >= 0 && choice < bound) return choice;
      throw new RangeError(`choice ${choice} of ${bound}`);
    } catch (error) {
      this.broken ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  }

  /** Whether something that happens `perMille` times in a thousand happens now. */
  happens(perMille: number): boolean {
    return perMille > 0 && this.choose('fault', 1000) < perMille;
  }

  /** An integer in [min, max]. */
  between(kind: ChoiceKind, min: number, max: number): number {
    return min + this.choose(kind, max - min + 1);
  }

  get length(): number {
    return this.#length;
  }

  /** The choices so far: with the plan they are the run. */
  taken(): readonly number[] {
    // An iterator over a typed array takes ten times as long.
    const taken: number[] = [];
    for (let i = 0; i < this.#length; i++) taken.push(this.#log[i] ?? 0);
    return taken;
  }

  #grow(): void {
    const log = new Uint32Array(this.#log.length * 2);
    log.set(this.#log);
    this.#log = log;
  }
}
