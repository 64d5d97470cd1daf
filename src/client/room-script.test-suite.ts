/** A small room for tests: its events, and what a server would answer from them. */
import type { Sync } from '../core/backfill.ts';
import { type MemberId, memberId, storeTime } from '../core/ids.ts';
import { applyToView, type PublicEvent, type RoomView } from '../core/view.ts';

export const ann: MemberId = memberId('ann');
export const bob: MemberId = memberId('bob');

type Kind = 'absent' | 'resumed' | 'eligible' | 'ineligible' | 'transferred' | 'renewed';
export const KINDS: readonly Kind[] = [
  'absent',
  'resumed',
  'eligible',
  'ineligible',
  'transferred',
  'renewed',
];

/** Event `sequence` of `generation`: 1 to 3 open the room for ann and let bob in, the others are as asked for. */
export function eventAt(generation: number, sequence: number, kind: Kind = 'absent'): PublicEvent {
  const place = { generation, sequence, at: storeTime(sequence * 10) };
  if (sequence === 1) return { ...place, kind: 'room.opened', memberId: ann };
  const joined = { kind: 'member.joined', eligible: true, connected: true } as const;
  if (sequence === 2) return { ...place, ...joined, memberId: ann };
  if (sequence === 3) return { ...place, ...joined, memberId: bob };
  return { ...place, ...changeBy(kind, sequence) };
}

function changeBy(kind: Kind, sequence: number) {
  switch (kind) {
    case 'absent': {
      const seatUntil = storeTime(sequence * 10 + 1000);
      return { kind: 'member.absent', memberId: bob, leaseUntil: null, seatUntil } as const;
    }
    case 'resumed':
      return { kind: 'member.resumed', memberId: bob } as const;
    case 'eligible':
    case 'ineligible':
      return { kind: 'member.eligibility', memberId: bob, eligible: kind === 'eligible' } as const;
    case 'renewed':
      return { kind: 'session.renewed', memberId: bob } as const;
    case 'transferred': {
      const toBob = {
        previous: ann,
        host: bob,
        hostTerm: sequence,
        reason: 'transferred',
      } as const;
      return { kind: 'host.changed', ...toBob } as const;
    }
  }
}

/** The first `count` events of a generation. */
export const eventsTo = (generation: number, count: number): PublicEvent[] =>
  Array.from({ length: count }, (_, index) => eventAt(generation, index + 1));

export function fold(events: readonly PublicEvent[]): RoomView {
  const view = events.reduce<RoomView | null>(applyToView, null);
  if (view === null) throw new Error('no events to fold');
  return view;
}

/** The answer that a server gives after `cursor`, with the room at the last of `events`. */
export function answerAfter(
  events: readonly PublicEvent[],
  cursor: number | null,
): { generation: number; throughSequence: number; sync: Sync } {
  const view = fold(events);
  const sync: Sync =
    cursor === null
      ? { kind: 'snapshot', snapshot: view }
      : { kind: 'events', events: events.filter((event) => event.sequence > cursor) };
  return { generation: view.generation, throughSequence: view.sequence, sync };
}
