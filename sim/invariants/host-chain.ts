/**
 * INV-HOST-CHAIN guards P1, P6 and P14: authority is one chain. Each `host.changed` names as previous the host that the
 * chain has, and another one as next; the host term rises by one whenever a member becomes host and stays otherwise; host
 * events are the host's, member events are not; and the committed host and term are the end of the chain, so that nobody
 * becomes host by any other event, or by none.
 */
import type { RoomEvent } from '../system-under-test.ts';
import type { Invariant } from './invariant.ts';
import { retold } from './retelling.ts';
import type { ShadowRoom } from './shadow-room.ts';

export const hostChain: Invariant = {
  id: 'INV-HOST-CHAIN',
  rules: ['P1', 'P6', 'P14'],
  summary: 'each change of host follows on the last one, under the next host term',
  watch: (run) =>
    retold(run, {
      event({ room, where }, event) {
        const wrong = wrongLink(room, event);
        if (wrong !== null) run.violated(`${where('P1')} ${wrong}`);
      },
      ends({ commit: { after }, room, where }) {
        if (after.host !== room.host) {
          run.violated(
            `${where('P14')} the store says that ${named(after.host)} is host, but the last change made it ${named(room.host)}`,
          );
        }
        if (after.hostTerm !== room.hostTerm) {
          run.violated(
            `${where('P14')} the store has host term ${after.hostTerm}, but the last change led to ${room.hostTerm}`,
          );
        }
      },
    }),
};

function wrongLink({ host, hostTerm }: ShadowRoom, event: RoomEvent): string | null {
  switch (event.kind) {
    case 'host.changed': {
      if (event.previous !== host) {
        return `host.changed names ${named(event.previous)} as previous host, but that was ${named(host)}`;
      }
      if (event.host === host)
        return `host.changed changes nothing: ${named(host)} was host before`;
      const term = event.host === null ? hostTerm : hostTerm + 1;
      return event.hostTerm === term
        ? null
        : `${named(event.host)} became host in term ${event.hostTerm}, but term ${term} comes after ${hostTerm}`;
    }
    case 'host.absent':
    case 'host.resumed':
      return event.memberId === host
        ? null
        : `${event.kind} is about ${event.memberId}, but the host is ${named(host)}`;
    case 'member.resumed':
      return event.memberId === host
        ? `${event.kind} is about ${event.memberId}, who is host and so resumes as one`
        : null;
    default:
      return null;
  }
}

const named = (host: string | null): string => host ?? 'nobody';
