import { expect, it } from 'vitest';
import { CODE } from '../../src/core/room-driver.test-suite.ts';
import { publicEvent } from '../../src/core/view.ts';
import type { PlannedStep } from '../plan/plan.ts';
import type { Publication } from '../system-under-test.ts';
import { retryAfter } from './retry-after.ts';
import { watched, type WatchedRoom } from './watch-harness.test-suite.ts';

const [ONE, OTHER] = [{}, {}];

/** A target has put the first record off by 500 ms. */
function putOff(steps: readonly PlannedStep[] = []): {
  readonly room: WatchedRoom;
  readonly record: Publication;
} {
  const room = watched(retryAfter, 'ann bob');
  room.steps.push(...steps);
  const [event] = room.events;
  if (event === undefined) throw new Error('nothing was committed');
  const record = { idempotencyKey: `${CODE}:1:1`, code: CODE, event: publicEvent(event) };
  room.monitor.offered('bus', record, ONE);
  room.monitor.throttled('bus', record, ONE, 500);
  return { room, record };
}

it('P21: INV-RETRY-AFTER bites when a record is offered sooner than its target asked', () => {
  const { room, record } = putOff();
  room.pass(499).monitor.offered('bus', record, ONE);
  expect(room.complaints).toEqual([expect.stringContaining('which had put it off until')]);
});

it('P21: INV-RETRY-AFTER goes by the clock of a publisher that runs fast', () => {
  const { room, record } = putOff([
    { atMs: 0, who: 'process', process: 'worker-1', does: 'drift', perMille: 250 },
  ]);
  room.pass(399).monitor.offered('bus', record, ONE);
  expect(room.complaints).toHaveLength(1);
  room.pass(1).monitor.offered('bus', record, ONE);
  expect(room.complaints).toHaveLength(1);
});

it('P21: INV-RETRY-AFTER lets pass who comes back in time, or was not told', () => {
  const { room, record } = putOff();
  room.monitor.offered('bus', record, OTHER);
  room.monitor.offered('archive', record, ONE);
  room.monitor.offered('bus', { ...record, idempotencyKey: `${CODE}:1:2` }, ONE);
  room.pass(500).monitor.offered('bus', record, ONE);
  expect(room.complaints).toEqual([]);
});
