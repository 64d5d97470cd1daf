/**
 * Lives through the day in a process of its own, started with `--expose-gc`, watched by the bounded invariants, or with
 * `all` by all of them; tells of every hour on stderr, and prints memory and time as JSON.
 */
import { GoalCounter } from '../../sim/goals/goal-counter.ts';
import { INVARIANTS } from '../../sim/invariants/all.ts';
import type { Invariant } from '../../sim/invariants/invariant.ts';
import { Gates } from '../../sim/kernel/gates.ts';
import { Kernel } from '../../sim/kernel/kernel.ts';
import { inOwnTurn, stepSynchronously } from '../../sim/kernel/stepping.ts';
import type { PlannedStep } from '../../sim/plan/plan.ts';
import { RandomStrategy } from '../../sim/strategies/random.ts';
import { lobbySystem } from '../../sim/systems/lobby-system.ts';
import { realClient } from '../../sim/world/page.ts';
import { World } from '../../sim/world/world.ts';
import { inMemory } from '../measure/memory-lobby.ts';
import { BOUNDED_INVARIANTS } from './bounded.ts';
import { Day, HOUR_MS, HOURS, planOfDay } from './day.ts';
import { UnkeptChoices, UnkeptTrace } from './unkept.ts';

const MIB = 1_048_576;
const SEED = 1;

interface Sample {
  readonly hour: number;
  readonly rssMiB: number;
  readonly heapMiB: number;
}

class Soak {
  readonly #start = performance.now();
  readonly #day = new Day(SEED);
  readonly #goals = new GoalCounter();
  readonly #world: World;
  readonly #samples: Sample[] = [];
  /** Of this hour and the one before. */
  readonly #told: PlannedStep[] = [];
  #commits = 0;
  readonly kernel: Kernel;

  constructor(invariants: readonly Invariant[]) {
    const plan = planOfDay(this.#told);
    const fail = (error: unknown): never => {
      throw error;
    };
    this.kernel = new Kernel({
      choices: new UnkeptChoices(new RandomStrategy(SEED)),
      trace: new UnkeptTrace(false),
      gates: new Gates(plan.holds),
      maxSteps: Number.POSITIVE_INFINITY,
      afterStep: ({ lane }) => this.#world.stepped(lane),
      threw: fail,
      spins: fail,
    });
    this.#world = new World({
      kernel: this.kernel,
      plan,
      system: lobbySystem(inMemory),
      invariants,
      makeClient: realClient,
      witness: {
        committed: (commit) => {
          this.#commits += 1;
          this.#goals.committed(commit);
        },
        settled: (_member, settled) => this.#goals.settled(settled),
        halted: () => {},
        dropped: () => {},
        read: () => {},
        viewed: () => {},
      },
    });
  }

  begin(): void {
    this.#world.begin();
    for (let hour = 0; hour < HOURS; hour++) {
      this.kernel.at(hour * HOUR_MS, 'world', 'next hour', null, () => this.#hour(hour));
    }
    this.kernel.at(HOURS * HOUR_MS - 1, 'world', 'last hour over', null, () => this.#sample(HOURS));
  }

  #hour(hour: number): void {
    if (hour > 0) this.#sample(hour);
    const steps = this.#day.stepsOf(hour);
    const recent = this.#told.filter(({ atMs }) => atMs >= (hour - 1) * HOUR_MS);
    this.#told.splice(0, this.#told.length, ...recent, ...steps);
    this.#world.lay(steps);
  }

  /** What is resident when nothing is that could be let go. */
  #sample(hour: number): void {
    const { gc } = globalThis;
    if (gc === undefined) throw new Error('to be started with --expose-gc');
    gc();
    gc();
    const { rss, heapUsed } = process.memoryUsage();
    const sample = { hour, rssMiB: rss / MIB, heapMiB: heapUsed / MIB };
    this.#samples.push(sample);
    const seconds = ((performance.now() - this.#start) / 1_000).toFixed(1);
    process.stderr.write(
      `hour ${hour}: rss ${sample.rssMiB.toFixed(1)} MiB, heap ${sample.heapMiB.toFixed(1)} MiB, ${this.kernel.trace.length} steps, ${this.#commits} commits, ${seconds} s\n`,
    );
  }

  outcome(): object {
    const { monitor, unsettled } = this.#world;
    const wrong = monitor.violation ?? unsettled[0];
    if (wrong !== undefined) throw new Error(`${wrong.invariant.id} ${wrong.message}`);
    return {
      samples: this.#samples,
      wallMs: performance.now() - this.#start,
      virtualMs: this.kernel.nowMs,
      steps: this.kernel.trace.length,
      commits: this.#commits,
    };
  }
}

const soak = new Soak(process.argv[2] === 'all' ? INVARIANTS : BOUNDED_INVARIANTS);
await inOwnTurn((drain) => {
  if (drain === null) throw new Error('the fast way of stepping does not work on this Node.js');
  soak.begin();
  stepSynchronously(soak.kernel, drain);
});
process.stdout.write(JSON.stringify(soak.outcome()));
