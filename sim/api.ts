/**
 * The only public door of the simulator: what a system under test implements, and how it is put under test.
 *
 *     const { failures } = await simulate(mySystem, { file, text }, { base: 1, from: 1, to: 100 });
 */
export type * from './system-under-test.ts';
export { type Simulated, type SimulatedFailure, simulate } from './run/simulate.ts';
