/**
 * The room as its committed events say, folded a second time and in another way than the core does: for invariants only,
 * which must not trust what they check.
 */
import type { MemberId, StoreTime } from '../../src/core/ids.ts';
import type { RoomEvent, RoomState } from '../api.ts';

export interface ShadowMember {
  joinedAt: number;
  eligible: boolean;
  epoch: number;
  session: string;
  connection: string | null;
  instance: string | null;
}

export class ShadowRoom {
  readonly members: Map<MemberId, ShadowMember> = new Map();
  host: MemberId | null = null;
  hostTerm = 0;
  leaseUntil: StoreTime | null = null;
  open = true;

  apply(event: RoomEvent): void {
    switch (event.kind) {
      case 'room.opened':
        this.host = event.memberId;
        this.hostTerm = 1;
        break;
      case 'member.joined':
        this.members.set(event.memberId, {
          joinedAt: event.at,
          eligible: event.eligible,
          epoch: event.epoch,
          session: event.session,
          connection: event.attachment?.connectionId ?? null,
          instance: event.attachment?.instanceId ?? null,
        });
        break;
      case 'session.renewed':
      case 'member.absent':
      case 'host.absent':
        this.#session(event, null, null);
        if (event.kind === 'host.absent') this.leaseUntil = event.leaseUntil;
        break;
      case 'member.resumed':
      case 'host.resumed':
        this.#session(event, event.attachment.connectionId, event.attachment.instanceId);
        if (event.kind === 'host.resumed') this.leaseUntil = null;
        break;
      case 'member.left':
        this.members.delete(event.memberId);
        break;
      case 'member.eligibility': {
        const member = this.members.get(event.memberId);
        if (member !== undefined) member.eligible = event.eligible;
        break;
      }
      case 'host.changed':
        this.host = event.host;
        this.hostTerm = event.hostTerm;
        this.leaseUntil = null;
        break;
      case 'room.closed':
        this.open = false;
        this.host = null;
        this.leaseUntil = null;
        this.members.clear();
        break;
    }
  }

  #session(
    event: { readonly memberId: MemberId; readonly epoch: number; readonly session: string },
    connection: string | null,
    instance: string | null,
  ): void {
    const member = this.members.get(event.memberId);
    if (member === undefined) return;
    member.epoch = event.epoch;
    member.session = event.session;
    member.connection = connection;
    member.instance = instance;
  }
}

/** The room before the events of a commit: nothing if they open a generation. */
export function shadowOf(before: RoomState | null, events: readonly RoomEvent[]): ShadowRoom {
  const room = new ShadowRoom();
  if (before === null || events[0]?.kind === 'room.opened') return room;
  room.host = before.host;
  room.hostTerm = before.hostTerm;
  room.leaseUntil = before.leaseUntil;
  room.open = before.closed === null;
  for (const member of before.members) {
    room.members.set(member.memberId, {
      joinedAt: member.joinedAt,
      eligible: member.eligible,
      epoch: member.epoch,
      session: member.session,
      connection: member.attachment?.connectionId ?? null,
      instance: member.attachment?.instanceId ?? null,
    });
  }
  return room;
}
