import { describeStore } from '../contract/describe-store.test-suite.ts';
import type { StoreSettings } from '../store-settings.ts';
import { describeLedger, type LedgerRig } from './ledger.test-suite.ts';
import { MemoryLedger } from './memory-ledger.ts';

function inMemory(settings: StoreSettings): LedgerRig {
  let ms = 0;
  const store = new MemoryLedger(() => ms, settings);
  return {
    store,
    advance: (by) => {
      ms += by;
    },
    takeOver: () => {
      store.takeOver();
      return store;
    },
    close: () => store.close(),
  };
}

describeStore('the memory ledger', inMemory);
describeLedger('the memory ledger', inMemory);
