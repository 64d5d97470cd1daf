/** Drops what retention no longer keeps, a few rooms at a time, so that it can be stopped anywhere (P22). */
import type { Worker } from './worker.ts';

const BATCH = 64;

export const compactor: Worker = {
  name: 'compactor',
  pauseMs: () => 60_000,
  async work({ store, settings }) {
    const { retentionMs, investigationMs, requestRetentionMs } = settings;
    const retention = {
      eventsMs: Math.max(retentionMs, investigationMs),
      requestsMs: requestRetentionMs,
    };
    while ((await store.compact(retention, BATCH)) === BATCH);
  },
};
