/** The ports that a process of the system under test is given: its clock, its chance, and the way to the store. */
import type { ProcessPorts } from '../system-under-test.ts';
import type { Scheduling } from '../kernel/scheduling.ts';
import type { SimProcess } from '../kernel/process.ts';
import type { StoreTransport } from './store-transport.ts';

/** `incarnation` counts the boots of a lane, so that ids are never used twice. */
export function processPorts(
  kernel: Scheduling,
  process: SimProcess,
  incarnation: number,
  store: StoreTransport,
  logged: (line: string) => void,
): ProcessPorts {
  let ids = 0;
  return {
    name: process.lane,
    clock: process.clock,
    random: {
      below: (bound) => kernel.choices.choose('value', bound),
      id: () => `${process.lane}.${incarnation}.${++ids}`,
    },
    call: (operation, run, unavailable) => store.call(process, operation, run, unavailable),
    poll: (poll) => store.poll(process, poll),
    log: (line) => {
      kernel.trace.detail(() => `log: ${line}`);
      logged(line);
    },
  };
}
