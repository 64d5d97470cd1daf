/**
 * INV-EVENT-ORDER guards the table of P3: a commit is outages re-armed, members of void instances who become absent, then what was due, then
 * the events of one command in the order of the table, then what that command made due; none of these twice, nothing after
 * a closing, and at least one of them. Whoever an event is about has a seat, or none if it joins. A room whose handoff was
 * due has a new host in this commit, under a term that nobody knew before: no command of a host can follow in it (P14).
 */
import type { EventKind, HandoffReason } from '../../src/core/event.ts';
import type { MemberId } from '../../src/core/ids.ts';
import type { RoomEvent } from '../system-under-test.ts';
import type { Invariant } from './invariant.ts';
import { retold, type Telling } from './retelling.ts';
import type { ShadowRoom } from './shadow-room.ts';

export const eventOrder: Invariant = {
  id: 'INV-EVENT-ORDER',
  rules: ['P3', 'P14', 'P17'],
  summary: 'the events of a commit are those of one command, in the order of the table',
  watch: (run) => {
    const order = new Order();
    return retold(run, {
      begins() {
        order.begin();
      },
      event(told, event, index) {
        const wrong = wrongSeat(told.room, event) ?? order.next(told, event, index);
        if (wrong !== null) run.violated(`${told.where('P3')} ${wrong}`);
      },
      ends({ where }) {
        const missing = order.missing();
        if (missing !== null) run.violated(`${where('P3')} the commit ends without ${missing}`);
      },
    });
  },
};

/** Who is seated already joins as a resume; who has been removed does not come back (P17). */
function wrongSeat(room: ShadowRoom, event: RoomEvent): string | null {
  if (event.kind === 'room.opened' || !('memberId' in event)) return null;
  const { kind, memberId } = event;
  const seated = room.members.has(memberId);
  if (kind !== 'member.joined')
    return seated ? null : `${kind} is about ${memberId}, who has no seat`;
  if (seated) return `${memberId} joined although it has a seat`;
  return room.departed.get(memberId)?.removed === true
    ? `${memberId} joined although it was removed from this generation`
    : null;
}

/** How far a commit has come. `acted`: what was due is done; `done`: the command is; `over`: nothing may follow. */
type Phase = 'start' | 'acted' | 'done' | 'over';

/** What the table has follow at once. */
interface Sequel {
  readonly kind: EventKind;
  readonly who: MemberId;
  readonly reason: HandoffReason | null;
}

class Order {
  #phase: Phase = 'start';
  #sequel: Sequel | null = null;
  /** Seats that are over go together (P11). */
  #expiring = false;

  begin(): void {
    this.#phase = 'start';
    this.#expiring = false;
    this.#sequel = null;
  }

  missing(): string | null {
    return this.#sequel === null ? null : named(this.#sequel);
  }

  /** Takes the next event; the answer is why it may not stand here. */
  next(told: Telling, event: RoomEvent, index: number): string | null {
    if (index < told.voids) {
      if (event.kind === 'host.changed') this.#phase = 'acted';
      return null;
    }
    const sequel = this.#sequel;
    if (sequel !== null) {
      this.#sequel = null;
      if (!isSequel(event, sequel))
        return `${event.kind} stands where ${named(sequel)} must follow`;
      if (event.kind === 'member.joined') this.#follow(told, event);
      return null;
    }
    return this.#part(told, event, index);
  }

  /** The event begins another part of the commit. */
  #part(told: Telling, event: RoomEvent, index: number): string | null {
    if (event.kind === 'room.opened') return this.#opening(event, index);
    if (event.kind === 'lease.rearmed') return 'lease.rearmed stands after something else';
    const due = isDue(event);
    if (isExpiry(event) && this.#expiring) return null;
    this.#expiring = isExpiry(event);
    if (this.#phase === 'over') return `${event.kind} follows on a commit that was complete`;
    if (this.#phase === 'done' && !due) {
      return `${event.kind} belongs to another command than the events before it`;
    }
    if (this.#phase === 'acted' && (due || isOfHost(event))) {
      return due
        ? `${event.kind} was made due by nothing: authority had just moved`
        : `${event.kind} must be the act of a host, but nobody can have known the host term of this commit`;
    }
    if (event.kind === 'host.changed' && isExitReason(event.reason)) {
      return `host.changed (${event.reason}) stands without the event that it is for`;
    }
    this.#follow(told, event);
    this.#advance(event, due);
    return null;
  }

  #opening(
    { memberId }: RoomEvent & { readonly kind: 'room.opened' },
    index: number,
  ): string | null {
    this.#phase = 'over';
    this.#sequel = { kind: 'member.joined', who: memberId, reason: null };
    return index === 0 ? null : 'room.opened stands within a commit';
  }

  #advance(event: RoomEvent, due: boolean): void {
    if (event.kind === 'room.closed' || this.#phase === 'done') this.#phase = 'over';
    else this.#phase = due ? 'acted' : 'done';
  }

  /** Notes what must come next, given the room before the event. */
  #follow({ room }: Telling, event: RoomEvent): void {
    switch (event.kind) {
      case 'member.joined': {
        if (event.attachment !== null) return;
        const kind = event.memberId === room.host ? 'host.absent' : 'member.absent';
        this.#sequel = { kind, who: event.memberId, reason: null };
        return;
      }
      case 'member.absent':
        this.#handoff(room, event.memberId, 'immediate');
        return;
      case 'member.left':
        if (event.reason !== 'expired') this.#handoff(room, event.memberId, event.reason);
        return;
      case 'member.eligibility':
        if (!event.eligible) this.#handoff(room, event.memberId, 'ineligible');
        return;
      default:
    }
  }

  #handoff({ host }: ShadowRoom, who: MemberId, reason: HandoffReason): void {
    if (who === host) this.#sequel = { kind: 'host.changed', who, reason };
  }
}

const isExpiry = (event: RoomEvent): boolean =>
  event.kind === 'member.left' && event.reason === 'expired';

/** What a room owes to the passing of time, or to what a command has made possible. */
function isDue(event: RoomEvent): boolean {
  if (event.kind === 'room.closed') return event.reason !== 'ended';
  if (event.kind !== 'host.changed') return false;
  const { reason } = event;
  return reason === 'lease_expired' || reason === 'immediate' || reason === 'vacancy';
}

const isExitReason = (reason: HandoffReason): boolean =>
  reason === 'left' || reason === 'removed' || reason === 'ineligible';

/** Only a host does this, or an operator while the host is absent (P14). */
function isOfHost(event: RoomEvent): boolean {
  switch (event.kind) {
    case 'member.eligibility':
      return true;
    case 'member.left':
      return event.reason === 'removed';
    case 'host.changed':
      return event.reason === 'transferred';
    case 'room.closed':
      return event.reason === 'ended';
    default:
      return false;
  }
}

function isSequel(event: RoomEvent, { kind, who, reason }: Sequel): boolean {
  if (event.kind !== kind) return false;
  if (event.kind === 'host.changed') return event.previous === who && event.reason === reason;
  return 'memberId' in event && event.memberId === who;
}

const named = ({ kind, who, reason }: Sequel): string =>
  reason === null ? `${kind} of ${who}` : `${kind} (${reason}) from ${who}`;
