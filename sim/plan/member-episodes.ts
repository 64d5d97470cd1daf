/** Random happenings of members, told as steps that make sense in their order: who goes comes back, who ends reopens. */
import type { Settings } from '../../src/core/settings.ts';
import { absenceMs, chosen, detectionMs, type Episode } from './episode.ts';
import type { ScheduledFault } from './fault-kinds.ts';
import { FORGERIES, type MemberAction, type OperatorAction, type PlannedStep } from './plan.ts';
import type { WorkloadAction } from './scenario.ts';
import type { Whereabouts } from './whereabouts.ts';

export type MemberEpisode = Episode & { readonly does: WorkloadAction | ScheduledFault };

export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

export class MemberEpisodes {
  readonly steps: PlannedStep[] = [];
  readonly #settings: Settings;
  readonly #servers: number;
  readonly #rooms: readonly Whereabouts[];
  readonly #span: Span;
  /** The time of the episode before, and the deadline of the lease that began last. */
  #lastMs: number;
  #deadlineMs: number;

  constructor(settings: Settings, servers: number, rooms: readonly Whereabouts[], span: Span) {
    this.#settings = settings;
    this.#servers = servers;
    this.#rooms = rooms;
    this.#span = span;
    this.#lastMs = span.fromMs;
    this.#deadlineMs = span.fromMs + settings.leaseMs;
  }

  /** Tells one more; they come in order of their drawn times. */
  tell(episode: MemberEpisode): void {
    const atMs = this.#timeOf(episode);
    const room = this.#rooms[episode.who % Math.max(1, this.#rooms.length)];
    if (room === undefined) return;
    const who = Math.floor(episode.who / this.#rooms.length);
    this.#lastMs = atMs;
    if (!this.#asHost(episode, room, who, atMs)) this.#asMember(episode, room, who, atMs);
  }

  /** Moved to a moment that matters: the same ms as before, shortly after, or around the last deadline. */
  #timeOf({ at, snap }: Episode): number {
    const drawnMs = this.#span.fromMs + at;
    const within = Math.floor(snap / 12);
    const movedMs = ((): number => {
      switch (snap % 12) {
        case 8:
          return this.#lastMs;
        case 9:
          return this.#lastMs + (within % 20);
        case 10:
          return this.#deadlineMs + (within % 3) - 1;
        case 11:
          return this.#deadlineMs;
        default:
          return drawnMs;
      }
    })();
    return movedMs >= this.#span.fromMs && movedMs <= this.#span.untilMs ? movedMs : drawnMs;
  }

  #add(atMs: number, member: string, action: MemberAction): void {
    if (atMs <= this.#span.untilMs) this.steps.push({ atMs, who: 'member', member, ...action });
  }

  /** Whether the episode was one of a host or an operator. */
  #asHost(episode: MemberEpisode, room: Whereabouts, who: number, atMs: number): boolean {
    const { does, detail } = episode;
    if (does === 'operator') {
      this.#operator(room, who, atMs, detail);
      return true;
    }
    if (does === 'policy-switch') {
      const policy = room.switchPolicy(detail);
      const operated: OperatorAction = { kind: 'set-policy', policy };
      this.steps.push({ atMs, who: 'operator', room: room.room, does: operated });
      return true;
    }
    if (does === 'end' || does === 'generation-rollover') {
      this.#rollover(episode, room, who, atMs);
      return true;
    }
    if (does !== 'remove' && does !== 'set-eligible' && does !== 'transfer') return false;
    // One in seven acts without being host, which must be refused (P14).
    const host = detail % 7 === 6 ? room.free(atMs, who) : room.host(atMs);
    const target = room.any(who, does === 'set-eligible' && detail % 3 === 0 ? '' : (host ?? ''));
    if (host === null || target === null) return true;
    if (does === 'set-eligible') {
      const eligible = !room.isEligible(target);
      this.#add(atMs, host, { does, target, eligible });
      room.setEligible(target, eligible, atMs);
      return true;
    }
    this.#add(atMs, host, { does, target });
    if (does === 'transfer') room.hands(target);
    else this.#removed(room, target, atMs, detail);
    return true;
  }

  /** Who was removed sometimes tries to come in again, in vain (P17). */
  #removed(room: Whereabouts, target: string, atMs: number, detail: number): void {
    room.leaves(target, atMs, null);
    if (detail % 2 === 0) this.#add(atMs + 1 + (detail % 500), target, { does: 'join' });
  }

  #operator(room: Whereabouts, who: number, atMs: number, detail: number): void {
    const target = room.any(who, '');
    if (target === null || atMs > this.#span.untilMs) return;
    const eligible = !room.isEligible(target);
    const does = operatorAction(target, eligible, detail);
    this.steps.push({ atMs, who: 'operator', room: room.room, does });
    if (does.kind === 'redrive' || does.kind === 'drop-record') return;
    // While a host is there an operator is refused (P14).
    if (room.host(atMs) !== null) return;
    if (does.kind === 'set-eligible') room.setEligible(target, eligible, atMs);
    else room.leaves(target, atMs, null);
  }

  /**
   * The code is used again, with a delayed return from the earlier generation under way (P18): somebody drops, the host
   * ends the room, somebody opens it anew, the others join, and the one who dropped tries its old session first.
   */
  #rollover(episode: MemberEpisode, room: Whereabouts, who: number, atMs: number): void {
    const host = room.host(atMs);
    if (host === null) return;
    const { length, detail } = episode;
    const delayed = room.free(atMs, who, host);
    const gapMs = 1 + (length % 700);
    const opener = detail % 2 === 0 ? host : (room.any(detail, host) ?? host);
    if (delayed !== null) {
      this.#add(Math.max(this.#span.fromMs, atMs - (detail % 40)), delayed, {
        does: 'drop',
        serverNoticesMs: 0,
      });
    }
    this.#add(atMs, host, { does: 'end' });
    this.#add(atMs + gapMs, opener, { does: 'open', ...this.#server(detail) });
    let joinMs = atMs + gapMs;
    for (let i = 0; i < room.size; i++) {
      const guest = room.any(i, '');
      if (guest === null || guest === opener) continue;
      joinMs += 1 + ((detail + i * 37) % 90);
      if (guest === delayed) this.#add(joinMs - 1, guest, { does: 'return', ...this.#server(i) });
      this.#add(guest === delayed ? joinMs + 200 : joinMs, guest, {
        does: 'join',
        ...this.#server(i),
      });
    }
    room.reopened(opener, joinMs + 250);
  }

  #asMember(episode: MemberEpisode, room: Whereabouts, who: number, atMs: number): void {
    const { does, length, detail } = episode;
    const member = room.free(atMs, who);
    if (member === null) return;
    switch (does) {
      case 'drop':
      case 'half-open':
        this.#drop(episode, room, member, atMs);
        return;
      case 'close':
      case 'clean-close':
        this.#add(atMs, member, { does: 'close' });
        this.#comesBack(room, member, atMs, atMs, length, detail);
        return;
      case 'two-tabs':
        this.#add(atMs, member, { does: 'second-tab', ...this.#server(detail) });
        this.#add(atMs + (length % 300), member, { does: 'second-tab', ...this.#server(length) });
        return;
      case 'reload':
      case 'second-tab':
      case 'forget':
        this.#add(atMs, member, { does, ...this.#server(detail) });
        return;
      case 'forge':
        this.#add(atMs, member, { does, with: chosen(FORGERIES, detail) });
        return;
      case 'leave':
        this.#leave(room, member, atMs, length, detail);
        return;
      default:
        return;
    }
  }

  /** A half-open connection is one that the server believes in for long. */
  #drop(
    { does, length, detail }: MemberEpisode,
    room: Whereabouts,
    member: string,
    atMs: number,
  ): void {
    const { heartbeatTimeoutMs, leaseMs } = this.#settings;
    const half = Math.floor(detail / 11);
    const serverNoticesMs =
      does === 'half-open'
        ? Math.floor((leaseMs * (1 + (detail % 13))) / 8)
        : detectionMs(heartbeatTimeoutMs, detail);
    const clientNoticesMs = detectionMs(heartbeatTimeoutMs, half);
    this.#add(atMs, member, { does: 'drop', serverNoticesMs, clientNoticesMs });
    this.#comesBack(room, member, atMs, atMs + serverNoticesMs, length, detail);
  }

  #comesBack(
    room: Whereabouts,
    member: string,
    atMs: number,
    noticedMs: number,
    length: number,
    detail: number,
  ): void {
    const { leaseMs } = this.#settings;
    const awayMs = absenceMs(leaseMs, noticedMs - atMs, length);
    this.#deadlineMs = noticedMs + leaseMs;
    room.away(member, noticedMs, atMs + awayMs + 1);
    this.#add(atMs + awayMs, member, { does: 'return', ...this.#server(detail) });
  }

  #leave(room: Whereabouts, member: string, atMs: number, length: number, detail: number): void {
    const backMs = atMs + 1 + absenceMs(this.#settings.leaseMs, 0, length);
    this.#add(atMs, member, { does: 'leave' });
    this.#add(backMs, member, { does: 'join', ...this.#server(detail) });
    room.leaves(member, atMs, backMs + 1);
  }

  /** Half of the time the network chooses. */
  #server(draw: number): { readonly server?: string } {
    const place = Math.floor(draw / 2) % this.#servers;
    return draw % 2 === 0 ? {} : { server: `server-${place + 1}` };
  }
}

function operatorAction(target: string, eligible: boolean, detail: number): OperatorAction {
  const within = Math.floor(detail / 3);
  switch (detail % 3) {
    case 0:
      return { kind: 'remove', target };
    case 1:
      return { kind: 'set-eligible', target, eligible };
    default:
      return { kind: within % 3 === 0 ? 'drop-record' : 'redrive' };
  }
}
