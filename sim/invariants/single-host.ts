/**
 * INV-SINGLE-HOST guards P1: at every sequence of a generation there is at most one host, who is seated, and was
 * connected and eligible when it became host, or opened the room. It replays the committed events by itself, event by
 * event, so that a host who was wrong for one sequence inside a commit is seen too.
 */
import type { RoomEvent } from '../system-under-test.ts';
import type { Invariant } from './invariant.ts';
import { type ShadowRoom, shadowOf } from './shadow-room.ts';

export const singleHost: Invariant = {
  id: 'INV-SINGLE-HOST',
  rules: ['P1'],
  summary:
    'a room has at most one host, who is seated and was connected and eligible when it became host',
  watch: ({ violated }) => ({
    committed({ before, after, events }) {
      const room = shadowOf(before, events);
      for (const event of events) {
        room.apply(event);
        const wrong = wrongHost(room, event);
        if (wrong !== null) violated(`${wrong} (${event.kind}, sequence ${event.sequence})`);
      }
      if (after.closed === null && after.host !== room.host) {
        violated(`the store says that ${after.host} is host, its events say ${room.host}`);
      }
    },
  }),
};

function wrongHost(room: ShadowRoom, event: RoomEvent): string | null {
  if (event.kind !== 'host.changed' || event.host === null) return null;
  const host = room.members.get(event.host);
  if (host === undefined) return `${event.host} became host without a seat`;
  if (!host.eligible) return `${event.host} became host although it is not eligible`;
  return host.connection === null ? `${event.host} became host while absent` : null;
}
