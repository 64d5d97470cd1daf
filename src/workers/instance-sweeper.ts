/** Voids the connections of instances whose heartbeat has stopped, one commit a room (P12). */
import type { Worker } from './worker.ts';

const BATCH = 64;

export const instanceSweeper: Worker = {
  name: 'instance-sweeper',
  pauseMs: ({ heartbeatMs }) => heartbeatMs,
  async work({ store, service }) {
    for (const code of await store.haunted(BATCH)) {
      const { state } = await store.load(code, null);
      if (state === null || state.closed !== null) continue;
      await service.handle({ kind: 'void', code, generation: state.generation });
    }
  },
};
