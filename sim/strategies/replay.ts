/** The recorded choices again, in order. Running past them, or out of a bound, means that the run is no longer the same. */
import type { ChoiceKind, Strategy } from '../kernel/choices.ts';

export class StaleChoices extends Error {
  override readonly name = 'StaleChoices';
}

export class ReplayStrategy implements Strategy {
  readonly #choices: readonly number[];
  #next = 0;

  constructor(choices: readonly number[]) {
    this.#choices = choices;
  }

  choose(kind: ChoiceKind, bound: number): number {
    const choice = this.#choices[this.#next];
    if (choice === undefined) {
      throw new StaleChoices(
        `the run asks for a choice (${kind}) after all ${this.#choices.length} recorded ones`,
      );
    }
    if (!(Number.isInteger(choice) && choice >= 0 && choice < bound)) {
      throw new StaleChoices(
        `recorded choice ${this.#next} is ${choice}, but 0 to ${bound - 1} are possible there (${kind})`,
      );
    }
    this.#next++;
    return choice;
  }

  /** How many recorded choices were not asked for. */
  get left(): number {
    return this.#choices.length - this.#next;
  }
}
