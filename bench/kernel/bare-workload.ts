/** Next to nothing but port calls, so that the driver is what takes the time: a few processes that call and wait in turn. */
import { ChoiceLog } from '../../sim/kernel/choices.ts';
import { Gates } from '../../sim/kernel/gates.ts';
import type { Scheduling } from '../../sim/kernel/scheduling.ts';
import { Trace } from '../../sim/kernel/trace.ts';
import { RandomStrategy } from '../../sim/strategies/random.ts';
import type { Begun, DriverParts, Workload } from './workload.ts';

const PROCESSES = 5;
const CALLS = 300;
const MOST_LATENCY_MS = 3;

export class BareWorkload implements Workload {
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  parts(): DriverParts {
    return {
      choices: new ChoiceLog(new RandomStrategy(this.#seed)),
      trace: new Trace(false),
      gates: new Gates([]),
    };
  }

  begin(driver: Scheduling): Begun {
    let done = 0;
    for (let i = 1; i <= PROCESSES; i++) {
      const process = driver.process(`process-${i}`);
      driver.after(0, process.lane, 'boot', process, () => {
        void work(() => portCall(driver, process)).then(() => {
          done += 1;
        });
      });
    }
    return {
      stepped: () => {},
      ended: () => {
        if (done !== PROCESSES) throw new Error(`${done} of ${PROCESSES} processes are done`);
      },
    };
  }
}

async function work(call: () => Promise<void>): Promise<void> {
  for (let i = 0; i < CALLS; i++) await call();
}

const portCall = (driver: Scheduling, process: ReturnType<Scheduling['process']>): Promise<void> =>
  driver.promise(process, (resolve) => {
    const latencyMs = driver.choices.between('latency', 0, MOST_LATENCY_MS);
    driver.after(latencyMs, process.lane, 'call', process, () => resolve(undefined));
  });
