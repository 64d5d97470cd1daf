import { describe, expect, it } from 'vitest';
import { instanceId } from '../../src/core/ids.ts';
import type { StoreEngine } from '../../src/ports/room-store.ts';
import { MemoryStore } from '../../src/stores/memory-store.ts';
import { EngineInFront } from './engine-in-front.ts';
import { HeardHeartbeats } from './heard-heartbeats.ts';

const EAST = instanceId('east');

/** Takes every heartbeat, and never finds anybody void. */
class Lenient extends EngineInFront {
  override heartbeat(): 'live' {
    return 'live';
  }
  override isLive(): boolean {
    return true;
  }
}

describe('P12: a second opinion on liveness', () => {
  let now = 0;
  const store = (): StoreEngine => new MemoryStore(() => now, { heartbeatTimeoutMs: 10 });

  it.each([
    [10, true],
    [11, false],
  ])('P12: %i ms after the last heartbeat an instance is live: %s', (ms, live) => {
    now = 0;
    const heard = new HeardHeartbeats(store(), 10);
    heard.heartbeat(EAST);
    now = 5;
    heard.heartbeat(EAST);
    now = 5 + ms;
    expect(heard.isLive(EAST)).toBe(live);
  });

  it('P12: who was never heard is void, and who was void stays so though the store is lenient', () => {
    now = 0;
    const heard = new HeardHeartbeats(new Lenient(store()), 10);
    expect(heard.isLive(EAST)).toBe(false);
    heard.heartbeat(EAST);
    now = 11;
    heard.heartbeat(EAST);
    expect(heard.isLive(EAST)).toBe(false);
  });
});
