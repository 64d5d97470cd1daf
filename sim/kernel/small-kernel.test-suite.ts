/** A kernel by itself, for tests: with random choices, without a world, stepped to its end. */
import { RandomStrategy } from '../strategies/random.ts';
import { ChoiceLog, type Strategy } from './choices.ts';
import { Gates, type Hold } from './gates.ts';
import { Kernel } from './kernel.ts';
import type { SimProcess } from './process.ts';
import { stepByPump } from './stepping.ts';
import { Trace } from './trace.ts';

interface Options {
  readonly seed?: number;
  readonly strategy?: Strategy;
  readonly gates?: readonly Hold[];
  readonly maxSteps?: number;
}

export class SmallKernel extends Kernel {
  /** What was thrown, and by whom. */
  readonly thrown: { readonly error: unknown; readonly where: string }[];
  readonly spun: string[];

  constructor({ seed = 1, strategy, gates = [], maxSteps = 10_000 }: Options = {}) {
    const thrown: SmallKernel['thrown'] = [];
    const spun: string[] = [];
    super({
      choices: new ChoiceLog(strategy ?? new RandomStrategy(seed)),
      trace: new Trace(true),
      gates: new Gates(gates),
      maxSteps,
      afterStep: () => {},
      threw: (error, where) => thrown.push({ error, where }),
      spins: (message) => spun.push(message),
    });
    this.thrown = thrown;
    this.spun = spun;
  }

  /** Lets everything happen that is going to. */
  async all(): Promise<this> {
    await stepByPump(this);
    return this;
  }

  /** Does something in a process at a virtual time. */
  in(process: SimProcess, atMs: number, run: () => void): void {
    this.at(atMs, process.lane, 'act', process, run);
  }

  /** Does something in the world at a virtual time. */
  world(atMs: number, run: () => void): void {
    this.at(atMs, 'world', 'act', null, run);
  }
}
