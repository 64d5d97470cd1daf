/**
 * INV-SUCCESSOR guards P7: whoever takes over is the first connected, eligible member other than the host, by
 * `(joinedAt, memberId)` compared by code unit, whatever the reason of the handoff; nobody takes over only if nobody can. A
 * transfer goes to a member of the host's choice, who must be able all the same. The oracle looks for the least pair among
 * members kept in no order, and knows nothing of the core's.
 */
import type { MemberId } from '../../src/core/ids.ts';
import type { RoomEvent } from '../system-under-test.ts';
import type { Invariant } from './invariant.ts';
import { heirOf } from './obligations.ts';
import { retold } from './retelling.ts';
import type { ShadowRoom } from './shadow-room.ts';

type Handoff = RoomEvent & { readonly kind: 'host.changed' };

export const successor: Invariant = {
  id: 'INV-SUCCESSOR',
  rules: ['P7', 'P10'],
  summary: 'the successor is the first connected, eligible member by (joinedAt, memberId)',
  watch: (run) =>
    retold(run, {
      event({ room, where }, event) {
        if (event.kind !== 'host.changed') return;
        const wrong =
          event.reason === 'transferred' ? unable(room, event.host) : passedOver(room, event);
        if (wrong !== null) run.violated(`${where('P7')} ${wrong} (${event.reason})`);
      },
    }),
};

function passedOver(room: ShadowRoom, { host, reason }: Handoff): string | null {
  const heir = heirOf(room);
  if (host !== heir) {
    const who = host === null ? 'nobody became host' : `${host} became host`;
    return heir === null
      ? `${who}, but no other member is connected and eligible`
      : `${who}, but ${heir} is the first connected, eligible member`;
  }
  const takesAuthority = reason === 'left' || reason === 'removed' || reason === 'ineligible';
  return host === null && !takesAuthority
    ? 'authority was given up, but it moves only when somebody can take it'
    : null;
}

function unable({ members, host }: ShadowRoom, target: MemberId | null): string | null {
  if (target === null) return 'authority was transferred to nobody';
  if (target === host) return `authority was transferred to ${target}, who was host already`;
  const member = members.get(target);
  if (member === undefined) return `authority was transferred to ${target}, who has no seat`;
  if (!member.eligible) return `authority was transferred to ${target}, who is not eligible`;
  return member.connection === null
    ? `authority was transferred to ${target}, who is absent`
    : null;
}
