/**
 * INV-VOID guards P12: in any commit of a room, all members attached through instances that are not live at its store time
 * become absent before anything else, in member order, the host last: nobody who is gone takes over, and none is left. Only
 * a host whom this very commit connects again may go without (P8). While no instance is live nobody is voided, so that
 * leases count from the end of an outage. No member is ever attached through a void instance.
 */
import type { MemberId } from '../../src/core/ids.ts';
import type { RoomEvent } from '../system-under-test.ts';
import type { Invariant } from './invariant.ts';
import { retold, type Telling } from './retelling.ts';

export const voiding: Invariant = {
  id: 'INV-VOID',
  rules: ['P12'],
  summary:
    'members of void instances become absent first in any commit, and none is attached through one',
  watch: (run) =>
    retold(run, {
      begins(told) {
        const wrong = wrongStart(told);
        if (wrong !== null) run.violated(`${told.where('P12')} ${wrong}`);
      },
      event({ isLive, where }, event) {
        const instance = attachedInstance(event);
        if (instance === null || isLive(instance)) return;
        const { kind } = event;
        run.violated(
          `${where('P12')} ${kind} attaches a member through ${instance}, which is void`,
        );
      },
    }),
};

function wrongStart(told: Telling): string | null {
  const events = told.commit.events.slice(told.rearms);
  const ghosts = ghostsOf(told);
  if (ghosts === null) return null;
  if (!told.anyLive()) return voidedAnyway(events);
  for (const [index, ghost] of ghosts.entries()) {
    const event = events[index];
    if (event !== undefined && isAbsence(event) && event.memberId === ghost) continue;
    if (event?.kind === 'host.resumed' && event.memberId === ghost) continue;
    const found = event === undefined ? 'the commit ends' : described(event);
    return `${ghost} was attached through a void instance and must become absent as number ${index + 1} of the commit, but there ${found}`;
  }
  return null;
}

/** One member may become absent by its own disconnect; more than one in a commit are being voided. */
function voidedAnyway([first, second]: readonly RoomEvent[]): string | null {
  if (first === undefined || second === undefined) return null;
  return isAbsence(first) && isAbsence(second)
    ? `${first.memberId} and ${second.memberId} became absent together while no instance is live: nobody is voided then`
    : null;
}

/** By `(joinedAt, memberId)`, the host last; null: there are none. */
function ghostsOf({ room, isLive }: Telling): readonly MemberId[] | null {
  const { members, host } = room;
  let ghosts: MemberId[] | null = null;
  for (const [memberId, { instance }] of members) {
    if (instance === null || isLive(instance)) continue;
    ghosts ??= [];
    ghosts.push(memberId);
  }
  if (ghosts === null || ghosts.length < 2) return ghosts;
  const joined = (id: MemberId): number => members.get(id)?.joinedAt ?? 0;
  return ghosts.sort((a, b) => {
    if (a === host) return 1;
    if (b === host) return -1;
    return joined(a) - joined(b) || (a < b ? -1 : 1);
  });
}

const isAbsence = (
  event: RoomEvent,
): event is RoomEvent & { readonly kind: 'member.absent' | 'host.absent' } =>
  event.kind === 'member.absent' || event.kind === 'host.absent';

const described = (event: RoomEvent): string =>
  'memberId' in event ? `${event.kind} of ${event.memberId} stands` : `${event.kind} stands`;

function attachedInstance(event: RoomEvent): string | null {
  switch (event.kind) {
    case 'member.joined':
    case 'member.resumed':
    case 'host.resumed':
      return event.attachment?.instanceId ?? null;
    default:
      return null;
  }
}
