import { describe, expect, it } from 'vitest';
import { inOwnTurn, stepByPump, type Stepped, stepSynchronously } from './stepping.ts';

/** Steps that each start a chain of awaits; `finish` must find it at its end. */
class Chains implements Stepped {
  readonly found: number[] = [];
  #left: number;
  #awaited = 0;

  constructor(steps: number) {
    this.#left = steps;
  }

  begin(): boolean {
    if (this.#left === 0) return false;
    this.#left--;
    const chain = async (): Promise<void> => {
      for (let i = 0; i < 50; i++) {
        await Promise.resolve();
        this.#awaited++;
      }
    };
    void chain();
    return true;
  }

  finish(): void {
    this.found.push(this.#awaited);
  }
}

describe('stepping', () => {
  it.each([1, 62, 63, 64, 200])(
    'H5: by pump all awaits of each of %d steps are done before its end',
    async (steps) => {
      const chains = new Chains(steps);
      await stepByPump(chains);
      expect(chains.found).toEqual(Array.from({ length: steps }, (_, i) => 50 * (i + 1)));
    },
  );

  it('H5: synchronously likewise, all steps in one turn of the event loop', async () => {
    const chains = new Chains(200);
    const worked = await inOwnTurn((drain) => {
      if (drain === null) return false;
      stepSynchronously(chains, drain);
      return true;
    });
    expect(worked).toBe(true);
    expect(chains.found).toEqual(Array.from({ length: 200 }, (_, i) => 50 * (i + 1)));
  });

  it('what a step or its end throws ends the stepping', async () => {
    const failing = (where: 'begin' | 'finish'): Stepped => ({
      begin: () => {
        if (where === 'begin') throw new Error('at the begin');
        return true;
      },
      finish: () => {
        throw new Error('at the end');
      },
    });
    await expect(stepByPump(failing('begin'))).rejects.toThrow('at the begin');
    await expect(stepByPump(failing('finish'))).rejects.toThrow('at the end');
    const synchronous = inOwnTurn((drain) => drain && stepSynchronously(failing('finish'), drain));
    await expect(synchronous).rejects.toThrow('at the end');
  });
});
