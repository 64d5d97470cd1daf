/** Runs, stepped in one of two ways, and looked at again where real work was going on (H5). */
import { realWorkMark, watchRealWork } from '../kernel/real-work.ts';
import { inOwnTurn, stepByPump, type Stepped, stepSynchronously } from '../kernel/stepping.ts';
import { ReplayStrategy, StaleChoices } from '../strategies/replay.ts';
import { Run, type RunInput, type RunResult } from './run.ts';
import { harnessError } from './run-failure.ts';

/** How the code under test is let run between two steps (see `stepping.ts`); both ways give the same result. */
export type Stepping = 'drain' | 'pump';

/** Runs in one turn of the event loop; `drain` empties the microtask queue (see `stepping.ts`). */
export function runSynchronously(input: RunInput, drain: () => void): RunResult {
  const result = stepped(new Run(input), drain);
  if (!result.didRealWork) return result;
  const probe = new LeakProbe(input, result);
  try {
    stepped(probe.run, drain);
  } catch (error) {
    probe.fell(error);
  }
  return probe.verdict();
}

export async function runStepping(input: RunInput, stepping: Stepping): Promise<RunResult> {
  if (stepping === 'drain') {
    const result = await inOwnTurn((drain) => drain && runSynchronously(input, drain));
    if (result !== null) return result;
  }
  const result = await pumped(new Run(input));
  if (!result.didRealWork) return result;
  const probe = new LeakProbe(input, result);
  try {
    await pumped(probe.run);
  } catch (error) {
    probe.fell(error);
  }
  return probe.verdict();
}

function stepped(run: Run, drain: () => void): RunResult {
  try {
    run.begin();
    const mark = realWorkMark();
    stepSynchronously(run.kernel, drain);
    run.didRealWork = realWorkMark() - mark > 1;
    return run.result();
  } catch (error) {
    throw harnessError(error);
  } finally {
    run.close();
  }
}

async function pumped(run: Run): Promise<RunResult> {
  try {
    run.begin();
    await stepByPump(marked(run));
    return run.result();
  } catch (error) {
    throw harnessError(error);
  } finally {
    run.close();
  }
}

/** The steps of a run that shares its turns of the event loop with others: each is looked at by itself. */
function marked(run: Run): Stepped {
  let mark = 0;
  return {
    begin: () => {
      mark = realWorkMark();
      return run.kernel.begin();
    },
    finish: () => {
      if (realWorkMark() - mark > 1) run.didRealWork = true;
      run.kernel.finish();
    },
  };
}

/**
 * The same run again, watched so closely that it says in which step real work began (H5). That is slow, so it is done
 * only when the first time has shown that there was some, or something as harmless as `process.nextTick`.
 */
class LeakProbe {
  readonly run: Run;
  readonly #first: RunResult;
  readonly #unwatch: () => void;

  constructor(input: RunInput, first: RunResult) {
    this.#first = first;
    const strategy = new ReplayStrategy(first.choices);
    const run = new Run({ ...input, strategy, recording: false });
    this.run = run;
    this.#unwatch = watchRealWork((what) => run.beganRealWork(what));
  }

  /** A run that waits for what is real need not go the same way again: its choices may be stale. */
  fell(error: unknown): void {
    if (error instanceof StaleChoices) return;
    this.#unwatch();
    throw error;
  }

  /** The first result; its failure is the leak, if there was one. */
  verdict(): RunResult {
    this.#unwatch();
    const { failure } = this.run;
    return failure?.invariant === 'INV-NO-LEAK' ? { ...this.#first, failure } : this.#first;
  }
}
