import { describe, expect, it } from 'vitest';
import { describeStore } from './contract/describe-store.test-suite.ts';
import { MemoryStore } from './memory-store.ts';

describeStore('the memory store', (settings) => {
  let ms = 0;
  const store = new MemoryStore(() => ms, settings);
  return {
    store,
    advance: (by) => {
      ms += by;
    },
    close: () => store.close(),
  };
});

describe('the memory store’s clock', () => {
  it('P2: store time stands still where the clock steps back', () => {
    let ms = 100;
    const store = new MemoryStore(() => ms, { heartbeatTimeoutMs: 10 });
    expect(store.now()).toBe(100);
    ms = 40;
    expect(store.now()).toBe(100);
    ms = 100.9;
    expect(store.now()).toBe(100);
    ms = 101;
    expect(store.now()).toBe(101);
  });
});
