import { describe, expect, it } from 'vitest';
import { Replica } from './replica.ts';
import { ann, answerAfter, bob, eventAt, eventsTo, fold } from './room-script.test-suite.ts';

const G = 7;

/** A replica of generation 7 that stands at `cursor`. */
function replicaAt(cursor: number, keepAtMost?: number): Replica {
  const replica = new Replica({}, keepAtMost);
  replica.begin(G);
  replica.answer(answerAfter(eventsTo(G, cursor), null));
  return replica;
}

describe('P24: what is applied', () => {
  it('P24: starts from a snapshot and goes on with the next event', () => {
    const replica = replicaAt(3);
    replica.event(eventAt(G, 4));
    expect(replica.view).toEqual(fold(eventsTo(G, 4)));
    expect(replica.needsBackfill).toBe(false);
  });

  it('P24: drops duplicates', () => {
    const replica = replicaAt(3);
    replica.event(eventAt(G, 4, 'absent'));
    const { view } = replica;
    replica.event(eventAt(G, 4, 'ineligible'));
    replica.event(eventAt(G, 3));
    expect(replica.view).toBe(view);
    expect(replica.needsBackfill).toBe(false);
    expect(replica.counts.duplicatesDropped).toBe(2);
  });

  it('P24: drops frames of an earlier generation, whatever their numbers', () => {
    const replica = replicaAt(3);
    replica.event(eventAt(G - 1, 4));
    replica.event(eventAt(G - 1, 90));
    replica.pulse(G - 1, 90);
    replica.answer(answerAfter(eventsTo(G - 1, 90), null));
    expect(replica.cursor).toBe(3);
    expect(replica.needsBackfill).toBe(false);
    expect(replica.succeededBy).toBeNull();
    expect(replica.counts.foreignDropped).toBe(4);
  });

  it('P22: a frame of a later generation is never applied; it says that this one is over', () => {
    for (const show of [
      (replica: Replica) => replica.event(eventAt(G + 2, 4)),
      (replica: Replica) => replica.pulse(G + 2, 1),
    ]) {
      const replica = replicaAt(3);
      show(replica);
      expect(replica.view).toEqual(fold(eventsTo(G, 3)));
      expect(replica.needsBackfill).toBe(false);
      expect(replica.succeededBy).toBe(G + 2);
    }
  });

  it('P24: frames before the first session are not kept for it', () => {
    const replica = new Replica();
    replica.event(eventAt(G, 1));
    replica.pulse(G, 1);
    expect([replica.view, replica.needsBackfill, replica.succeededBy]).toEqual([null, false, null]);
  });

  it('P18: a new generation starts from nothing, the same one goes on', () => {
    const replica = replicaAt(3);
    replica.pulse(G, 9);
    replica.begin(G);
    expect([replica.cursor, replica.needsBackfill]).toEqual([3, true]);
    replica.pulse(G + 1, 1);
    replica.begin(G + 1);
    expect([replica.cursor, replica.needsBackfill, replica.succeededBy]).toEqual([
      null,
      false,
      null,
    ]);
    replica.answer(answerAfter(eventsTo(G + 1, 2), null));
    expect(replica.view).toEqual(fold(eventsTo(G + 1, 2)));
    expect(replica.needsBackfill).toBe(false);
  });

  it('P24: who is host comes from applied events', () => {
    const replica = replicaAt(3);
    expect(replica.view?.host).toBe(ann);
    replica.event(eventAt(G, 5, 'transferred'));
    expect(replica.view?.host).toBe(ann);
    replica.answer(answerAfter([...eventsTo(G, 4), eventAt(G, 5, 'transferred')], 3));
    expect(replica.view?.host).toBe(bob);
  });
});

describe('P24: gaps', () => {
  it('P24: a gap asks for a backfill and keeps what arrives meanwhile, the next event too', () => {
    const replica = replicaAt(3);
    replica.event(eventAt(G, 6));
    expect(replica.needsBackfill).toBe(true);
    replica.event(eventAt(G, 4));
    replica.event(eventAt(G, 7));
    expect(replica.cursor).toBe(3);
    replica.answer(answerAfter(eventsTo(G, 5), 3));
    expect(replica.view).toEqual(fold(eventsTo(G, 7)));
    expect(replica.needsBackfill).toBe(false);
    expect(replica.counts.gapsRepaired).toBe(1);
  });

  it('P24: an event committed after the answer was read is applied from what was kept', () => {
    const replica = replicaAt(1);
    replica.pulse(G, 2);
    replica.event(eventAt(G, 3));
    replica.answer(answerAfter(eventsTo(G, 2), 1));
    expect(replica.cursor).toBe(3);
    expect(replica.needsBackfill).toBe(false);
  });

  it('P24: a higher number seen is a gap again after the answer', () => {
    const replica = replicaAt(3);
    replica.event(eventAt(G, 6));
    replica.answer(answerAfter(eventsTo(G, 4), 3));
    expect(replica.cursor).toBe(4);
    expect(replica.needsBackfill).toBe(true);
    expect(replica.counts.gapsRepaired).toBe(0);
    replica.answer(answerAfter(eventsTo(G, 6), 4));
    expect(replica.view).toEqual(fold(eventsTo(G, 6)));
    expect(replica.needsBackfill).toBe(false);
  });

  it('P24: beyond the bound it remembers the highest number only', () => {
    const replica = replicaAt(3, 2);
    for (const sequence of [5, 6, 7, 8]) replica.event(eventAt(G, sequence));
    expect(replica.counts.overflowed).toBe(2);
    replica.answer(answerAfter(eventsTo(G, 4), 3));
    expect(replica.cursor).toBe(6);
    expect(replica.needsBackfill).toBe(true);
    replica.answer(answerAfter(eventsTo(G, 8), 6));
    expect(replica.view).toEqual(fold(eventsTo(G, 8)));
    expect(replica.needsBackfill).toBe(false);
  });

  it('P24: a kept event that comes twice takes one place', () => {
    const replica = replicaAt(3, 2);
    for (const sequence of [5, 5, 5, 6]) replica.event(eventAt(G, sequence));
    expect(replica.counts).toMatchObject({ overflowed: 0, duplicatesDropped: 2 });
  });

  it('P24: a pulse with a revision above the cursor is a gap, one at or below it is not', () => {
    const replica = replicaAt(3);
    replica.pulse(G, 2);
    replica.pulse(G, 3);
    expect(replica.needsBackfill).toBe(false);
    replica.pulse(G, 4);
    expect(replica.needsBackfill).toBe(true);
  });

  it('P24: an answer that falls short of its own revision leaves a gap', () => {
    const replica = replicaAt(3);
    replica.pulse(G, 6);
    replica.answer({ ...answerAfter(eventsTo(G, 4), 3), throughSequence: 6 });
    expect([replica.cursor, replica.needsBackfill]).toEqual([4, true]);
  });

  it('P24: events that do not follow the cursor are not applied, in an answer either', () => {
    const replica = replicaAt(3);
    replica.answer(answerAfter(eventsTo(G, 8), 5));
    expect([replica.cursor, replica.needsBackfill]).toEqual([3, true]);
  });

  it('P20: a repeated first reply with events cannot start a view; a snapshot is asked for', () => {
    const replica = new Replica();
    replica.begin(G);
    replica.answer(answerAfter(eventsTo(G, 8), 5));
    expect([replica.view, replica.cursor, replica.needsBackfill]).toEqual([null, null, true]);
  });
});

describe('P24: snapshots and invalid cursors', () => {
  it('P24: a late older snapshot does not take the client back', () => {
    const replica = replicaAt(5);
    replica.answer(answerAfter(eventsTo(G, 3), null));
    replica.answer(answerAfter(eventsTo(G, 5), null));
    expect(replica.view).toEqual(fold(eventsTo(G, 5)));
    expect(replica.needsBackfill).toBe(false);
    expect(replica.counts.snapshotsDropped).toBe(2);
  });

  it('P24: a snapshot above the cursor replaces the view', () => {
    const replica = replicaAt(3);
    replica.pulse(G, 9);
    replica.answer(answerAfter(eventsTo(G, 9), null));
    expect(replica.view).toEqual(fold(eventsTo(G, 9)));
  });

  it('P24: after invalid_cursor the view is discarded, and so is every number of that history', () => {
    const replica = replicaAt(9);
    replica.event(eventAt(G, 11));
    replica.discard();
    expect([replica.view, replica.cursor, replica.needsBackfill]).toEqual([null, null, true]);
    replica.answer(answerAfter(eventsTo(G, 5), null));
    expect(replica.view).toEqual(fold(eventsTo(G, 5)));
    expect(replica.needsBackfill).toBe(false);
  });
});

describe('rules that a known-bad design replaces', () => {
  it('P24: a replica that takes any higher sequence skips an event', () => {
    const replica = new Replica({
      accepts: (at, event) => (event.sequence > (at.cursor ?? 0) ? 'apply' : 'duplicate'),
    });
    replica.begin(G);
    replica.event(eventAt(G, 2));
    expect(replica.view).toBeNull();
    replica.answer(answerAfter(eventsTo(G, 3), null));
    replica.event(eventAt(G, 9));
    expect(replica.cursor).toBe(9);
  });
});
