import { describe, expect, it } from 'vitest';
import { roomCode } from '../../core/ids.ts';
import { join, open, run, SERVER, stateOf } from '../contract/driver.test-suite.ts';
import { MemoryStore } from '../memory-store.ts';
import { foldEvents } from './fold.ts';

const A = roomCode('A');

describe('the fold of a ledger', () => {
  const store = new MemoryStore(() => 0, { heartbeatTimeoutMs: 1_000 });
  store.heartbeat(SERVER);
  run(store, open('A', 'ann'));
  const checkpoint = stateOf(store, 'A');
  for (const member of ['ben', 'cat']) run(store, join('A', member));
  const events = store.loadLog(A, 0).log.after(0);

  it('P27: gives the committed state, from the first event or from a checkpoint', () => {
    expect(foldEvents(null, A, events)).toEqual(stateOf(store, 'A'));
    expect(foldEvents(checkpoint, A, events.slice(2))).toEqual(stateOf(store, 'A'));
    expect(foldEvents(checkpoint, A, [])).toBe(checkpoint);
  });

  it('P27: is refused over a gap, without a beginning, and over events of another generation', () => {
    expect(() => foldEvents(checkpoint, A, events.slice(3))).toThrow(
      'A is at 1:2, the next event is 1:4',
    );
    expect(() => foldEvents(null, A, events.slice(1))).toThrow('A is at 0:0');
    expect(() => foldEvents(null, A, [])).toThrow('neither checkpoint nor events');
    const later = events.slice(2).map((event) => ({ ...event, generation: 2 }));
    expect(() => foldEvents(checkpoint, A, later)).toThrow('the next event is 2:3');
  });
});
