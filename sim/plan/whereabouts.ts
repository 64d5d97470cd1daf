/**
 * Where the members of one room probably are, so that a random plan tells a sensible story. A guess: faults may have
 * it otherwise, and then a step is refused or comes to nothing, which is a test as well.
 */
import type { RoomPolicy } from '../../src/core/policy.ts';
import { chosen } from './episode.ts';
import type { PlannedStep } from './plan.ts';

interface Guest {
  readonly name: string;
  seated: boolean;
  eligible: boolean;
  /** Until then it is away, or has something planned. */
  busyUntilMs: number;
}

export class Whereabouts {
  readonly room: string;
  /** What the room was to have at first, and what an operator last made of it. */
  readonly #firstPolicy: RoomPolicy;
  #policy: RoomPolicy;
  readonly #guests: readonly Guest[];
  #host: Guest | null = null;
  #handoffMs: number | null = null;

  /** Members sit in the order of their arrival. */
  constructor(room: string, policy: RoomPolicy, arrivals: readonly Arrival[]) {
    this.room = room;
    this.#firstPolicy = policy;
    this.#policy = policy;
    this.#guests = arrivals.map(({ name, busyUntilMs }) => ({
      name,
      seated: true,
      eligible: true,
      busyUntilMs,
    }));
    this.#host = this.#guests[0] ?? null;
  }

  get size(): number {
    return this.#guests.length;
  }

  /** Someone who is connected and free, beginning the search where the draw points. */
  free(atMs: number, draw: number, other: string | null = null): string | null {
    const { length } = this.#guests;
    for (let i = 0; i < length; i++) {
      const guest = this.#guests[(draw + i) % length];
      if (guest !== undefined && guest.name !== other && isHere(guest, atMs)) return guest.name;
    }
    return null;
  }

  /** Anybody but `other`. */
  any(draw: number, other: string): string | null {
    const others = this.#guests.filter(({ name }) => name !== other);
    return others[draw % Math.max(1, others.length)]?.name ?? null;
  }

  /** Who probably thinks that it is host; null while that one is away. */
  host(atMs: number): string | null {
    if (this.#handoffMs !== null && atMs >= this.#handoffMs) this.#succeed(this.#handoffMs);
    const host = this.#host;
    return host !== null && isHere(host, atMs) ? host.name : null;
  }

  /** There and back: the other succession, another lease, the other end of an empty room (P13). */
  switchPolicy(draw: number): RoomPolicy {
    const { succession, leaseMs, emptyRoom } = this.#policy;
    const first = this.#firstPolicy;
    const changes: readonly [Partial<RoomPolicy>, ...Partial<RoomPolicy>[]] = [
      { succession: succession === 'lease' ? 'immediate' : 'lease' },
      { leaseMs: leaseMs === first.leaseMs ? first.leaseMs * 2 : first.leaseMs },
      { emptyRoom: emptyRoom === 'close' ? 'hold' : 'close' },
    ];
    this.#policy = { ...this.#policy, ...chosen(changes, draw) };
    return this.#policy;
  }

  isEligible(name: string): boolean {
    return this.#guest(name)?.eligible === true;
  }

  setEligible(name: string, eligible: boolean, atMs: number): void {
    const guest = this.#guest(name);
    if (guest === undefined) return;
    guest.eligible = eligible;
    if (!eligible && guest === this.#host) this.#succeed(atMs);
  }

  /** It is away from then until then; the server notices at `noticedMs`. */
  away(name: string, noticedMs: number, untilMs: number): void {
    const guest = this.#guest(name);
    if (guest === undefined) return;
    guest.busyUntilMs = untilMs;
    if (guest !== this.#host) return;
    const { succession, leaseMs } = this.#policy;
    const handoffMs = succession === 'immediate' ? noticedMs : noticedMs + leaseMs;
    this.#handoffMs = untilMs > handoffMs ? handoffMs : null;
  }

  leaves(name: string, atMs: number, backMs: number | null): void {
    const guest = this.#guest(name);
    if (guest === undefined) return;
    guest.seated = backMs !== null;
    guest.busyUntilMs = backMs ?? atMs;
    if (guest === this.#host) this.#succeed(atMs);
  }

  hands(to: string): void {
    this.#host = this.#guest(to) ?? this.#host;
    this.#handoffMs = null;
  }

  /** A new generation, in which everybody sits again by `untilMs`. */
  reopened(by: string, untilMs: number): void {
    for (const guest of this.#guests) {
      guest.seated = true;
      guest.eligible = true;
      guest.busyUntilMs = untilMs;
    }
    this.hands(by);
  }

  #succeed(atMs: number): void {
    this.#handoffMs = null;
    const next = this.#guests.find(
      (guest) => guest !== this.#host && guest.eligible && isHere(guest, atMs),
    );
    this.#host = next ?? null;
  }

  #guest(name: string): Guest | undefined {
    return this.#guests.find((guest) => guest.name === name);
  }
}

export interface Arrival {
  readonly name: string;
  readonly busyUntilMs: number;
}

const isHere = (guest: Guest, atMs: number): boolean => guest.seated && atMs >= guest.busyUntilMs;

/** When each member of a room has come and done what is scripted for it, by arrival; who never comes is left out. */
export function arrivalsOf(
  members: readonly string[],
  steps: readonly PlannedStep[],
): readonly Arrival[] {
  const last = new Map<string, number>();
  for (const step of steps) {
    if (step.who !== 'member' || !members.includes(step.member)) continue;
    last.set(step.member, Math.max(step.atMs, last.get(step.member) ?? 0));
  }
  return [...last].map(([name, busyUntilMs]) => ({ name, busyUntilMs }));
}
