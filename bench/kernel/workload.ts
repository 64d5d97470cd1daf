/** What a driver is given to drive: the same for either. */
import type { Scheduling } from '../../sim/kernel/scheduling.ts';

/** What a driver is made of, besides its own way of picking the next step. */
export type DriverParts = Pick<Scheduling, 'choices' | 'trace' | 'gates'>;

export interface Workload {
  parts(): DriverParts;
  /** Asks for the first steps. */
  begin(driver: Scheduling): Begun;
}

export interface Begun {
  /** After each step, when nothing is runnable. */
  stepped(lane: string): void;
  /** At the end; throws if it was not what was to be measured. */
  ended(): void;
}
