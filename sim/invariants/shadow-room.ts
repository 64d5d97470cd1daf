/**
 * The room as its committed events say, folded a second time and in another way than the core does: for invariants only,
 * which must not trust what they check. It takes whatever it is given: what makes no sense leaves it as it was.
 */
import type { CloseReason } from '../../src/core/event.ts';
import type { MemberId, StoreTime } from '../../src/core/ids.ts';
import type { RoomPolicy } from '../../src/core/policy.ts';
import type { RoomEvent, RoomState } from '../system-under-test.ts';

export interface ShadowMember {
  joinedAt: number;
  eligible: boolean;
  epoch: number;
  /** P16: whether the epoch has had its one transport. */
  epochAttached: boolean;
  session: string;
  connection: string | null;
  instance: string | null;
  /** Since when it is absent, moved by each outage that re-armed its absence (P11, P12); null while connected. */
  absentSince: number | null;
  /** Until when the absent member keeps its seat; null while connected. */
  seatUntil: number | null;
  /** P12: whether an outage has re-armed this absence before. */
  rearmed: boolean;
}

export interface ShadowDeparted {
  readonly epoch: number;
  readonly removed: boolean;
}

export class ShadowRoom {
  readonly members: Map<MemberId, ShadowMember> = new Map();
  readonly departed: Map<MemberId, ShadowDeparted> = new Map();
  generation = 0;
  sequence = 0;
  /** Null: no `room.opened` was seen. */
  policy: RoomPolicy | null = null;
  host: MemberId | null = null;
  hostTerm = 0;
  leaseUntil: StoreTime | null = null;
  /** For how long the host was absent in this term, up to its last return (P11). */
  absenceMs = 0;
  /** The number of the last outage that re-armed this room (P12). */
  outage = 0;
  open = true;
  closed: CloseReason | null = null;
  /** The latest store time at which somebody is known to have been connected, or a lease to have run (P9). */
  busyUntil = 0;

  /** Whether anybody is connected. */
  get inhabited(): boolean {
    for (const { connection } of this.members.values()) if (connection !== null) return true;
    return false;
  }

  /** P9: from when on nobody is connected and no lease runs; null while somebody is connected. */
  get quietFrom(): number | null {
    if (this.inhabited) return null;
    return this.leaseUntil === null ? this.busyUntil : Math.max(this.busyUntil, this.leaseUntil);
  }

  apply(event: RoomEvent): void {
    this.#noteBusy(event.at);
    this.generation = event.generation;
    this.sequence = event.sequence;
    switch (event.kind) {
      case 'room.opened':
        this.host = event.memberId;
        this.hostTerm = 1;
        this.policy = event.policy;
        this.busyUntil = event.at;
        break;
      case 'member.joined':
        this.departed.delete(event.memberId);
        this.members.set(event.memberId, {
          joinedAt: event.at,
          eligible: event.eligible,
          epoch: event.epoch,
          epochAttached: event.attachment !== null,
          session: event.session,
          connection: event.attachment?.connectionId ?? null,
          instance: event.attachment?.instanceId ?? null,
          absentSince: null,
          seatUntil: null,
          rearmed: false,
        });
        break;
      case 'session.renewed':
        this.#session(event, null, null);
        break;
      case 'member.absent':
      case 'host.absent':
        this.#session(event, null, null);
        this.#seat(event.memberId, event.at, event.seatUntil);
        if (event.kind === 'host.absent') this.leaseUntil = event.leaseUntil;
        break;
      case 'member.resumed':
      case 'host.resumed':
        this.#session(
          event,
          event.attachment?.connectionId ?? null,
          event.attachment?.instanceId ?? null,
        );
        if (event.kind === 'host.resumed') {
          this.absenceMs = this.absenceBy(event.at);
          this.leaseUntil = null;
        }
        this.#seat(event.memberId, null, null);
        break;
      case 'member.left':
        this.departed.set(event.memberId, {
          epoch: this.members.get(event.memberId)?.epoch ?? 0,
          removed: event.reason === 'removed',
        });
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
        this.absenceMs = 0;
        break;
      case 'lease.rearmed':
        this.#rearm(event);
        break;
      case 'policy.changed':
        this.policy = event.policy;
        break;
      case 'room.closed':
        this.open = false;
        this.closed = event.reason;
        this.host = null;
        this.leaseUntil = null;
        for (const [id, { epoch }] of this.members)
          this.departed.set(id, { epoch, removed: false });
        this.members.clear();
        break;
    }
  }

  #noteBusy(at: number): void {
    if (this.inhabited) this.busyUntil = at;
    else if (this.leaseUntil !== null) {
      this.busyUntil = Math.max(this.busyUntil, Math.min(this.leaseUntil, at));
    }
  }

  /** P11: how long the host has been absent in its term by store time `at`, outages apart. */
  absenceBy(at: number): number {
    const since = this.host === null ? null : this.members.get(this.host)?.absentSince;
    return this.absenceMs + (since == null ? 0 : at - since);
  }

  #rearm({
    outage,
    startedAt,
    endedAt,
    leaseUntil,
    seats,
  }: RoomEvent & { readonly kind: 'lease.rearmed' }): void {
    this.outage = outage;
    if (leaseUntil !== null) this.leaseUntil = leaseUntil;
    for (const { memberId, seatUntil } of seats) {
      const member = this.members.get(memberId);
      if (member?.absentSince == null) continue;
      // What of the absence lies in the outage is not charged.
      member.absentSince += Math.min(endedAt - startedAt, endedAt - member.absentSince);
      member.seatUntil = seatUntil;
      member.rearmed = true;
    }
  }

  #seat(memberId: MemberId, absentSince: number | null, seatUntil: number | null): void {
    const member = this.members.get(memberId);
    if (member === undefined) return;
    member.absentSince = absentSince;
    member.seatUntil = seatUntil;
    member.rearmed = false;
  }

  #session(
    event: { readonly memberId: MemberId; readonly epoch: number; readonly session: string },
    connection: string | null,
    instance: string | null,
  ): void {
    const member = this.members.get(event.memberId);
    if (member === undefined) return;
    member.epochAttached =
      connection !== null || (member.epochAttached && member.epoch === event.epoch);
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
  room.generation = before.generation;
  room.sequence = before.revision;
  room.policy = before.policy;
  room.host = before.host;
  room.hostTerm = before.hostTerm;
  room.leaseUntil = before.leaseUntil;
  room.absenceMs = before.absenceMs;
  room.outage = before.outage;
  room.open = before.closed === null;
  room.closed = before.closed;
  room.busyUntil = before.emptySince ?? 0;
  for (const { memberId, epoch, removed } of before.departed) {
    room.departed.set(memberId, { epoch, removed });
  }
  for (const member of before.members) {
    room.members.set(member.memberId, {
      joinedAt: member.joinedAt,
      eligible: member.eligible,
      epoch: member.epoch,
      epochAttached: member.epochAttached,
      session: member.session,
      connection: member.attachment?.connectionId ?? null,
      instance: member.attachment?.instanceId ?? null,
      absentSince: member.absentSince,
      seatUntil: member.seatUntil,
      rearmed: member.rearmed,
    });
  }
  return room;
}
