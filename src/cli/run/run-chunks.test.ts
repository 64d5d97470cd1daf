import { describe, expect, it } from 'vitest';
import { EMPTY_TALLY } from '../../../sim/run/campaign.ts';
import { namedScenarios } from '../scenario-files.ts';
import { runChunks } from './run-chunks.ts';
import type { SeedRunners } from './seed-runners.ts';
import { type Chunk, chunks } from './work-list.ts';

const SCENARIOS = namedScenarios(['host-flaps', 'vacancy-hold']);

const work = (seeds: number): Iterator<Chunk> =>
  chunks({ scenarios: SCENARIOS, indicesOf: () => ({ from: 1, to: seeds }), shard: null });

/** Runs that end when the test says so, by the order in which they were begun. */
function handRunners(atOnce: number) {
  const begun: (() => void)[] = [];
  const runners: SeedRunners = {
    atOnce,
    run: () =>
      new Promise((resolve) => {
        begun.push(() => resolve({ tally: EMPTY_TALLY, bug: null, problem: null }));
      }),
    close: () => Promise.resolve(),
  };
  return { begun, runners };
}

const turns = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
};

describe('H2: outcomes are handed on in one order, whichever thread is faster', () => {
  it('keeps those that come early', async () => {
    const { begun, runners } = handRunners(2);
    const handedOn: number[] = [];
    const over = runChunks({
      chunks: work(8),
      runners,
      run: () => runners.run({ ...NO_TASK }),
      goesOn: () => true,
      outcome: ({ of }) => handedOn.push(SCENARIOS.indexOf(of)) > 0,
      signal: new AbortController().signal,
    });
    begun[1]?.();
    await turns(3);
    expect(handedOn).toEqual([]);
    begun[0]?.();
    await over;
    expect(handedOn).toEqual([0, 1]);
  });

  it('hands on nothing more once it is enough', async () => {
    const { begun, runners } = handRunners(2);
    let handedOn = 0;
    const over = runChunks({
      chunks: work(8),
      runners,
      run: () => runners.run({ ...NO_TASK }),
      goesOn: () => true,
      outcome: () => {
        handedOn++;
        return false;
      },
      signal: new AbortController().signal,
    });
    begun[1]?.();
    begun[0]?.();
    await over;
    expect(handedOn).toBe(1);
  });

  it('hands on what is finished when it is interrupted', async () => {
    const { begun, runners } = handRunners(2);
    const controller = new AbortController();
    const handedOn: number[] = [];
    const over = runChunks({
      chunks: work(8),
      runners,
      run: () => runners.run({ ...NO_TASK }),
      goesOn: () => true,
      outcome: ({ of }) => handedOn.push(SCENARIOS.indexOf(of)) > 0,
      signal: controller.signal,
    });
    begun[1]?.();
    await turns(3);
    controller.abort();
    await over;
    expect(handedOn).toEqual([1]);
  });
});

const [first] = SCENARIOS;
if (first === undefined) throw new Error('no scenario');
const NO_TASK = {
  scenario: first.scenario,
  variant: null,
  storeFolder: null,
  shape: 'coordinator' as const,
  range: { base: 0, from: 1, to: 1 },
  traceFolder: null,
};
