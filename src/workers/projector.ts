/** Brings a ledger's projection up to its log (P27). Any number may run, and lag as they like: nothing is decided on it. */
import type { RoomProjection } from '../ports/room-store.ts';
import type { Worker } from './worker.ts';

const BATCH = 64;
/** How long one call may wait for something to project, in ms; it is asked again at once. */
const WAIT_MS = 30_000;

/** For a store that has a projection: one of the coordinator shape has none. */
export const projector = (projection: RoomProjection): Worker => ({
  name: 'projector',
  pauseMs: () => 0,
  async work() {
    await projection.project(BATCH, WAIT_MS);
  },
});
