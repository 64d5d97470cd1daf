import { describe, expect, it } from 'vitest';
import { after } from '../../src/core/ids.ts';
import { CODE } from '../../src/core/room-driver.test-suite.ts';
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts';
import { publicEvent } from '../../src/core/view.ts';
import { acknowledged } from './acknowledged.ts';
import type { Invariant } from './invariant.ts';
import { published } from './published.ts';
import { publishOrder } from './publish-order.ts';
import { retention } from './retention.ts';
import { watched, type WatchedRoom } from './watch-harness.test-suite.ts';

const said = (text: string): unknown => [expect.stringContaining(text)];
const room = (invariant: Invariant): WatchedRoom => watched(invariant, 'ann bob cat');

function publish(to: WatchedRoom, sequence: number, key = `${CODE}:1:${sequence}`): void {
  const event = to.events.find((committed) => committed.sequence === sequence) ?? to.events[0];
  if (event === undefined) throw new Error('nothing was committed');
  const shown = { ...publicEvent(event), sequence };
  to.monitor.published('bus', { idempotencyKey: key, code: CODE, event: shown }, 'worker-1');
}

const acknowledge = (to: WatchedRoom, through: number, lapsed = false): void =>
  to.monitor.acknowledged({ target: 'bus', code: CODE, generation: 1, through, lapsed });

describe('P21: INV-PUBLISH-ORDER', () => {
  it('P21: INV-PUBLISH-ORDER lets repetitions pass, and bites when a record is skipped', () => {
    const to = room(publishOrder);
    for (const sequence of [1, 2, 1, 2, 3, 2]) publish(to, sequence);
    expect(to.complaints).toEqual([]);
    publish(to, 5);
    expect(to.complaints).toEqual(
      said('delivered sequence 5 to bus, which had got no more than 3'),
    );
  });

  it('P21: INV-PUBLISH-ORDER bites when the first record is not the first', () => {
    const to = room(publishOrder);
    publish(to, 2);
    expect(to.complaints).toHaveLength(1);
    publish(to, 0);
    expect(to.complaints).toHaveLength(2);
  });

  it.each(['GAME:1:2', 'GAME:2:1', 'other:1:1', '1'])(
    'P21: INV-PUBLISH-ORDER bites when sequence 1 has the key %s',
    (key) => {
      const to = room(publishOrder);
      publish(to, 1, key);
      expect(to.complaints).toEqual(said(`under the key ${key}`));
    },
  );
});

describe('P21: INV-ACKNOWLEDGED', () => {
  it('P21: INV-ACKNOWLEDGED bites when a claim that has lapsed acknowledges', () => {
    const to = room(acknowledged);
    publish(to, 1);
    acknowledge(to, 1, true);
    expect(to.complaints).toEqual(said('under a claim that had lapsed'));
  });

  it('P21: INV-ACKNOWLEDGED bites when something is acknowledged that was not delivered', () => {
    const to = room(acknowledged);
    publish(to, 1);
    publish(to, 2);
    acknowledge(to, 2);
    expect(to.complaints).toEqual([]);
    acknowledge(to, 3);
    expect(to.complaints).toEqual(said('acknowledged through 3, but it has got no more than 2'));
  });

  it('P21: INV-ACKNOWLEDGED bites when the watermark goes back', () => {
    const to = room(acknowledged);
    publish(to, 1);
    publish(to, 2);
    acknowledge(to, 2);
    acknowledge(to, 1);
    expect(to.complaints).toEqual(said('acknowledged through 1, but it had been through 2'));
  });
});

describe('P21, P25: INV-PUBLISHED', () => {
  it('P25: INV-PUBLISHED waits until every event has reached every target', () => {
    const to = room(published);
    for (const sequence of [1, 2, 3]) publish(to, sequence);
    expect(to.monitor.unsettled().map(({ message }) => message)).toEqual(
      said('bus has got 3 of 4'),
    );
    publish(to, 4);
    expect(to.monitor.unsettled()).toEqual([]);
  });
});

describe('P22: INV-RETENTION', () => {
  const windowMs = Math.max(DEFAULT_SETTINGS.retentionMs, DEFAULT_SETTINGS.investigationMs);

  it('P22: INV-RETENTION bites when an unacknowledged event is dropped', () => {
    const to = room(retention);
    to.clock = after(to.now, windowMs + 1);
    acknowledge(to, 2);
    to.kept = { from: 3, events: to.events.slice(2) };
    to.monitor.ended();
    expect(to.complaints).toEqual([]);
    to.kept = { from: 4, events: to.events.slice(3) };
    to.monitor.ended();
    expect(to.complaints).toEqual(said('begins at sequence 4, but 3 is not acknowledged'));
  });

  it('P22: INV-RETENTION bites when an event is dropped before its time', () => {
    const to = room(retention);
    acknowledge(to, 4);
    to.kept = { from: 2, events: to.events.slice(1) };
    to.clock = after(to.now, windowMs - 2);
    to.monitor.ended();
    expect(to.complaints).toEqual(said('sequence 1 of store time 1000 was dropped'));
    to.clock = after(to.now, windowMs + 1);
    to.monitor.ended();
    expect(to.complaints).toHaveLength(1);
  });

  it('P22: INV-RETENTION bites when what is kept has a gap, and looks after some commits by itself', () => {
    const to = room(retention);
    to.kept = { from: 1, events: to.events.slice(1) };
    for (let round = 0; round < 4; round++) {
      to.disconnect('bob');
      to.resume('bob');
    }
    expect(to.complaints[0]).toContain('are to be retained, but there are 3 events');
  });
});
