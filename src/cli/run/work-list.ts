/**
 * What is to be run, in a canonical order of chunks that depends on neither threads nor time: a few seeds of each
 * scenario, then the next few of each, so that what is broken anywhere shows early. Kept regressions come first.
 */
import type { LoadedScenario } from '../scenario-files.ts';
import type { Indices, Shard } from '../flag-values.ts';

/** Small enough to end in a fraction of a second, so that Ctrl-C is heard. */
const SEEDS_OF_A_CHUNK = 8;

/** Indices `from`, `from + every`, … up to `to`. */
export interface Chunk {
  readonly of: LoadedScenario;
  readonly from: number;
  readonly to: number;
  readonly every: number;
}

export interface Work {
  readonly scenarios: readonly LoadedScenario[];
  /** Open at its end (`to` is Infinity) where a time limits the run. */
  readonly indicesOf: (scenario: LoadedScenario) => Indices;
  readonly shard: Shard | null;
}

export function* chunks({ scenarios, indicesOf, shard }: Work): Generator<Chunk> {
  const dealt = scenarios.map((of, place) => dealtOut(of, place, indicesOf(of), shard));
  yield* inRounds(dealt.filter(({ of }) => of.isRegression));
  yield* inRounds(dealt.filter(({ of }) => !of.isRegression));
}

/** How many runs they are. */
export function runsOf(work: Work): number {
  let runs = 0;
  for (const [place, of] of work.scenarios.entries()) {
    const { from, to, every } = dealtOut(of, place, work.indicesOf(of), work.shard);
    runs += Math.max(0, Math.floor((to - from) / every) + 1);
  }
  return runs;
}

/** A shard gets every n-th index; which one first depends on the scenario, so that few seeds are dealt out evenly too. */
function dealtOut(
  of: LoadedScenario,
  place: number,
  { from, to }: Indices,
  shard: Shard | null,
): Chunk {
  if (shard === null) return { of, from, to, every: 1 };
  const apart = (shard.index - place - from) % shard.of;
  return { of, from: from + ((apart + shard.of) % shard.of), to, every: shard.of };
}

function* inRounds(dealt: readonly Chunk[]): Generator<Chunk> {
  let open = dealt;
  for (let round = 0; open.length > 0; round++) {
    const left: Chunk[] = [];
    for (const whole of open) {
      const from = whole.from + round * SEEDS_OF_A_CHUNK * whole.every;
      if (from > whole.to) continue;
      const last = from + (SEEDS_OF_A_CHUNK - 1) * whole.every;
      yield { ...whole, from, to: Math.min(whole.to, last) };
      left.push(whole);
    }
    open = left;
  }
}
