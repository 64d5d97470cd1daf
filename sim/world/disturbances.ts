/** What a plan does to processes, to the network between them and to the store (harness §2). */
import type { PlannedStep } from '../plan/plan.ts';
import type { Cuts } from './cuts.ts';
import type { Members } from './members.ts';
import type { Network } from './network.ts';
import type { Processes } from './processes.ts';
import type { RunFaults } from './run-faults.ts';
import type { StoreTransport } from './store-transport.ts';

interface Disturbed {
  readonly processes: Processes;
  readonly network: Network;
  readonly cuts: Cuts;
  readonly members: Members;
  readonly store: StoreTransport;
  readonly faults: RunFaults;
}

type StepOf<Who extends PlannedStep['who']> = Extract<PlannedStep, { readonly who: Who }>;

export function disturb(step: StepOf<'process' | 'network' | 'store'>, world: Disturbed): void {
  switch (step.who) {
    case 'process':
      disturbProcess(step, world);
      break;
    case 'network':
      disturbNetwork(step, world);
      break;
    case 'store':
      world.store.down = step.does === 'down';
      break;
  }
}

function disturbProcess(step: StepOf<'process'>, { processes, faults }: Disturbed): void {
  const kind = step.process.startsWith('server') ? 'server' : 'worker';
  switch (step.does) {
    case 'crash':
      if (processes.crash(step.process)) faults.count(`${kind}-crash`);
      break;
    case 'restart':
      processes.restart(step.process);
      break;
    case 'pause':
      if (processes.pause(step.process)) faults.count(`${kind}-pause`);
      break;
    case 'unpause':
      processes.unpause(step.process);
      break;
    case 'clock':
    case 'drift':
      disturbClock(step, processes, faults);
      break;
  }
}

function disturbClock(
  step: Extract<StepOf<'process'>, { readonly does: 'clock' | 'drift' }>,
  processes: Processes,
  faults: RunFaults,
): void {
  const clock = processes.processOf(step.process)?.clock;
  const by = step.does === 'clock' ? step.offsetMs : step.perMille;
  if (clock === undefined || by === 0) return;
  if (step.does === 'clock') clock.step(by);
  else clock.drift(by);
  faults.count(step.does === 'clock' ? 'clock-offset' : 'clock-drift');
}

function disturbNetwork(step: StepOf<'network'>, { cuts, network, members }: Disturbed): void {
  switch (step.does) {
    case 'cut':
      cuts.cut(step.from, step.to);
      network.parted(step.from, step.to);
      break;
    case 'mend':
      cuts.mend(step.from, step.to);
      break;
    case 'storm':
      members.storm(step.backMs);
      break;
  }
}
