/** Runs chunks of seeds on whatever runners there are, and hands on their outcomes in the canonical order. */
import type { SeedOutcome } from './seed-worker.ts';
import type { SeedRunners } from './seed-runners.ts';
import type { Chunk } from './work-list.ts';

export interface ChunkRun {
  readonly chunks: Iterator<Chunk>;
  readonly runners: SeedRunners;
  readonly run: (chunk: Chunk, runners: SeedRunners) => Promise<SeedOutcome>;
  /** Whether to take up another chunk: asked before each. */
  readonly goesOn: (chunk: Chunk) => boolean;
  /** In the canonical order, but after an interruption; false: it is enough, and nothing more is handed on. */
  readonly outcome: (chunk: Chunk, outcome: SeedOutcome) => boolean;
  /** Stops at once; what is finished by then is still handed on. */
  readonly signal: AbortSignal;
}

interface Finished {
  readonly chunk: Chunk;
  readonly outcome: SeedOutcome;
}

export function runChunks(work: ChunkRun): Promise<void> {
  return new ChunkRunner(work).run();
}

class ChunkRunner {
  readonly #work: ChunkRun;
  readonly #finished = new Map<number, Finished>();
  #taken = 0;
  #handedOn = 0;
  #enough = false;

  constructor(work: ChunkRun) {
    this.#work = work;
  }

  async run(): Promise<void> {
    const { runners, signal } = this.#work;
    const interrupted = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    const lines = Array.from({ length: runners.atOnce }, () => this.#oneAfterAnother());
    await Promise.race([Promise.all(lines), interrupted]);
    this.#handOnTheRest();
    this.#enough = true;
  }

  async #oneAfterAnother(): Promise<void> {
    const { chunks, runners, run, goesOn, signal } = this.#work;
    while (!this.#enough && !signal.aborted) {
      const next = chunks.next();
      if (next.done === true || !goesOn(next.value)) return;
      const place = this.#taken++;
      const outcome = await run(next.value, runners);
      this.#finished.set(place, { chunk: next.value, outcome });
      this.#handOn();
      await nextTurn();
    }
  }

  #handOn(): void {
    for (;;) {
      const finished = this.#finished.get(this.#handedOn);
      if (finished === undefined || this.#enough) return;
      this.#finished.delete(this.#handedOn++);
      this.#enough = !this.#work.outcome(finished.chunk, finished.outcome);
    }
  }

  /** After an interruption some places before them stay empty. */
  #handOnTheRest(): void {
    if (this.#enough) return;
    const places = [...this.#finished.keys()].sort((a, b) => a - b);
    for (const place of places) {
      const finished = this.#finished.get(place);
      if (finished !== undefined) this.#work.outcome(finished.chunk, finished.outcome);
    }
    this.#finished.clear();
  }
}

/** Lets signals and timers in between two chunks that run on this thread. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
