import { type StoreTime, storeTime } from '../../src/core/ids.ts';
import type { RoomStore } from '../../src/ports/room-store.ts';
import { EPOCH_MS } from '../kernel/process-clock.ts';
import type { ProcessPorts } from '../system-under-test.ts';
import type { Variant } from './variant.ts';

/** Each process reads its own wall clock, so that a deadline is over for one and not for another. */
export const ownClock: Variant = {
  id: 'own-clock',
  summary: 'stamps and compares deadlines with the wall clock of the process that commits',
  rules: ['P2', 'P6'],
  caughtBy: ['INV-STORE-TIME'],
  breaks: ['f20-one-clock-of-authority'],
  lobby: { store: (store, ports) => committingByOwnClock(store, ports) },
};

function committingByOwnClock(store: RoomStore, ports: ProcessPorts): RoomStore {
  const now = (): StoreTime => storeTime(ports.clock.Date.now() - EPOCH_MS);
  return {
    ...store,
    commit: (request) =>
      store.commit({
        ...request,
        decide: (context) => request.decide({ ...context, at: now() }),
      }),
  };
}
