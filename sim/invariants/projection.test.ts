import { describe, expect, it } from 'vitest';
import { CODE } from '../../src/core/room-driver.test-suite.ts';
import { roomCode } from '../../src/core/ids.ts';
import type { ProjectedRead, RoomState } from '../system-under-test.ts';
import { projection } from './projection.ts';
import { complaintsOverALegalLife, watched, type WatchedRoom } from './watch-harness.test-suite.ts';

const said = (text: string): unknown => [expect.stringContaining(text)];

/** Three members; the place of the head is 1:4. The projection is there too, unless it is told otherwise. */
function room(): WatchedRoom {
  const of = watched(projection, 'ann bob cat');
  of.projected = { kind: 'state', state: of.room };
  return of.pass(10);
}

const shown = (state: RoomState): ProjectedRead => ({ kind: 'state', state });
const refused = (code: 'behind' | 'invalid_cursor' | 'unknown_room'): ProjectedRead => ({
  kind: 'refused',
  code,
});

/** A reader asks now for at least a sequence of the first generation. */
const reads = (
  of: WatchedRoom,
  sequence: number,
  answer: ProjectedRead,
  askedMs: number = of.now,
) => of.monitor.read({ code: CODE, atLeast: { generation: 1, sequence }, askedMs }, answer);

/** The room as it was before its last commit. */
function before(of: WatchedRoom): RoomState {
  const state = of.room;
  of.pass(1).join('dan');
  of.pass(10);
  return state;
}

describe('P27: INV-PROJECTION', () => {
  it('P27: INV-PROJECTION lets pass what is current, later than asked for, behind, or beyond the head', () => {
    const of = room();
    const earlier = before(of);
    reads(of, earlier.revision, shown(earlier));
    reads(of, earlier.revision, shown(of.room));
    reads(of, of.room.revision, shown(of.room));
    reads(of, of.room.revision, refused('behind'));
    reads(of, of.room.revision + 1, refused('invalid_cursor'));
    const nowhere = { code: roomCode('nowhere'), atLeast: { generation: 1, sequence: 1 } };
    of.monitor.read({ ...nowhere, askedMs: of.now }, refused('unknown_room'));
    of.monitor.rebuilt(CODE, null, earlier);
    of.monitor.rebuilt(CODE, earlier, { ...of.room });
    of.projected = shown(of.room);
    expect(of.monitor.unsettled()).toEqual([]);
    of.monitor.ended();
    expect(of.complaints).toEqual([]);
    expect(complaintsOverALegalLife(projection)).toEqual([]);
  });

  it('P27: INV-PROJECTION bites when less is answered than was asked for', () => {
    const of = room();
    const earlier = before(of);
    reads(of, of.room.revision, shown(earlier));
    expect(of.complaints).toEqual(said('was answered as at least 1:'));
  });

  it('P27: INV-PROJECTION bites when an earlier generation is answered', () => {
    const of = room();
    const atLeast = { generation: 2, sequence: 1 };
    of.monitor.read({ code: CODE, atLeast, askedMs: of.now }, shown(of.room));
    expect(of.complaints).toEqual(said('was answered as at least 2:1'));
  });

  it('P27: INV-PROJECTION bites when the answer is not what was committed', () => {
    const of = room();
    reads(of, 1, shown({ ...of.room, host: null }));
    expect(of.complaints).toEqual(said('is not what was committed there'));
  });

  it.each(['invalid_cursor', 'unknown_room'] as const)(
    'P27: INV-PROJECTION bites when a place is called %s that was committed before it was asked for',
    (code) => {
      const of = room();
      reads(of, of.room.revision, refused(code));
      expect(of.complaints).toEqual(said(`was refused: ${code}`));
    },
  );

  it('P27: INV-PROJECTION lets pass that a place is refused which was committed only after it was asked for', () => {
    const of = room();
    const askedMs = of.now;
    before(of);
    reads(of, of.room.revision, refused('invalid_cursor'), askedMs);
    expect(of.complaints).toEqual([]);
  });

  it('P27: INV-PROJECTION bites when a rebuild loses something', () => {
    const of = room();
    const earlier = before(of);
    of.monitor.rebuilt(CODE, of.room, earlier);
    of.monitor.rebuilt(CODE, earlier, null);
    expect(of.complaints).toHaveLength(2);
    expect(of.complaints[1]).toContain('is at nothing when built again');
  });

  it('P27: INV-PROJECTION bites when a rebuild comes to other bytes', () => {
    const of = room();
    of.monitor.rebuilt(CODE, of.room, { ...of.room, members: of.room.members.slice(1) });
    of.monitor.rebuilt(CODE, null, { ...of.room, hostTerm: 9 });
    expect(of.complaints).toEqual([
      expect.stringContaining('is another one when built again'),
      expect.stringContaining('is not what was committed there'),
    ]);
  });

  it('P27: INV-PROJECTION bites when compaction has passed the projection', () => {
    const of = room();
    const earlier = before(of);
    of.projected = shown(earlier);
    of.kept = { from: earlier.revision + 1, events: of.events.slice(earlier.revision) };
    of.monitor.ended();
    expect(of.complaints).toEqual([]);
    of.kept = { from: earlier.revision + 2, events: [] };
    of.monitor.ended();
    expect(of.complaints).toEqual(said('the log begins at sequence'));
    of.projected = refused('behind');
    of.kept = { from: 2, events: of.events.slice(1) };
    reads(of, 1, refused('behind'));
    expect(of.complaints[1]).toContain('has only come to 0');
  });

  it('P27: INV-PROJECTION bites when the projection never comes up to the log', () => {
    const of = room();
    of.projected = refused('behind');
    expect(of.monitor.unsettled().map(({ message }) => message)).toEqual(said('does not come up'));
  });

  it('P27: INV-PROJECTION asks nothing of a system without a projection', () => {
    const of = room();
    of.projected = null;
    of.monitor.ended();
    expect(of.monitor.unsettled()).toEqual([]);
    expect(of.complaints).toEqual([]);
  });
});
