/** Uniform choices from a seed. */
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { ChoiceKind, Strategy } from '../kernel/choices.ts';

export class RandomStrategy implements Strategy {
  readonly #random: ReturnType<typeof xoroshiro128plus>;

  constructor(seed: number) {
    this.#random = xoroshiro128plus(seed);
    // The first outputs of neighbouring seeds are alike.
    for (let i = 0; i < 8; i++) this.#random.next();
  }

  choose(_kind: ChoiceKind, bound: number): number {
    return Math.floor(((this.#random.next() >>> 0) / 4294967296) * bound);
  }
}
