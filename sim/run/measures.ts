/**
 * How long things took in virtual time and how often they happened (harness §6 `measures`, P28). It watches a run as an
 * invariant does, and complains of nothing. Counts per value, so that sums do not depend on order.
 */
import type { RequestFrame, ServerFrame } from '../../src/ports/network.ts';
import type { Commit } from '../system-under-test.ts';
import type { Invariant } from '../invariants/invariant.ts';

/** Value → how often. */
export type Spread = ReadonlyMap<number, number>;

export interface Measures {
  /** From a request's first arrival at a server to its first accepted reply, in ms. */
  readonly transitionMs: Spread;
  /** How long after the end of its lease an absent host lost authority, in ms. */
  readonly handoffBeyondLeaseMs: Spread;
  /** From the commit that marked a host absent to the one that made another host, in ms. */
  readonly failoverMs: Spread;
  /** Events in the answers that bring a client up to the head. */
  readonly backfillEvents: Spread;
  /** Requests that came again after their reply, and changed nothing (P20). */
  readonly duplicateTransitions: number;
  readonly leaseExpirations: number;
  readonly inLeaseResumes: number;
}

export const NO_MEASURES: Measures = {
  transitionMs: new Map(),
  handoffBeyondLeaseMs: new Map(),
  failoverMs: new Map(),
  backfillEvents: new Map(),
  duplicateTransitions: 0,
  leaseExpirations: 0,
  inLeaseResumes: 0,
};

export const addMeasures = (a: Measures, b: Measures): Measures => ({
  transitionMs: addSpreads(a.transitionMs, b.transitionMs),
  handoffBeyondLeaseMs: addSpreads(a.handoffBeyondLeaseMs, b.handoffBeyondLeaseMs),
  failoverMs: addSpreads(a.failoverMs, b.failoverMs),
  backfillEvents: addSpreads(a.backfillEvents, b.backfillEvents),
  duplicateTransitions: a.duplicateTransitions + b.duplicateTransitions,
  leaseExpirations: a.leaseExpirations + b.leaseExpirations,
  inLeaseResumes: a.inLeaseResumes + b.inLeaseResumes,
});

function addSpreads(a: Spread, b: Spread): Spread {
  const sum = new Map(a);
  for (const [value, times] of b) sum.set(value, (sum.get(value) ?? 0) + times);
  return sum;
}

export class Measuring {
  readonly #transitionMs = new Map<number, number>();
  readonly #handoffBeyondLeaseMs = new Map<number, number>();
  readonly #failoverMs = new Map<number, number>();
  readonly #backfillEvents = new Map<number, number>();
  #duplicateTransitions = 0;
  #leaseExpirations = 0;
  #inLeaseResumes = 0;
  /** When a request first came; null: it has been answered. */
  readonly #requests = new Map<string, number | null>();
  /** By code: since when the host is absent. */
  readonly #hostAbsentSince = new Map<string, number>();

  get measures(): Measures {
    return {
      transitionMs: this.#transitionMs,
      handoffBeyondLeaseMs: this.#handoffBeyondLeaseMs,
      failoverMs: this.#failoverMs,
      backfillEvents: this.#backfillEvents,
      duplicateTransitions: this.#duplicateTransitions,
      leaseExpirations: this.#leaseExpirations,
      inLeaseResumes: this.#inLeaseResumes,
    };
  }

  readonly watching: Invariant = {
    id: 'MEASURES',
    rules: ['P28'],
    summary: 'nothing: it only measures',
    watch: ({ nowMs }) => ({
      committed: (commit) => this.#committed(commit),
      requested: (_link, frame) => this.#requested(frame, nowMs()),
      sent: (_link, frame) => this.#sent(frame, nowMs()),
    }),
  };

  #committed({ code, before, events, at }: Commit): void {
    const leaseUntil = before?.leaseUntil ?? null;
    for (const event of events) {
      switch (event.kind) {
        case 'host.absent':
          this.#hostAbsentSince.set(code, at);
          break;
        case 'host.resumed':
          if (leaseUntil !== null && at < leaseUntil) this.#inLeaseResumes++;
          this.#hostAbsentSince.delete(code);
          break;
        case 'host.changed':
          this.#hostChanged(code, event.reason, leaseUntil, at);
          break;
        case 'room.closed':
          this.#hostAbsentSince.delete(code);
          break;
        default:
          break;
      }
    }
  }

  #hostChanged(code: string, reason: string, leaseUntil: number | null, at: number): void {
    if (reason === 'lease_expired') {
      this.#leaseExpirations++;
      if (leaseUntil !== null) count(this.#handoffBeyondLeaseMs, at - leaseUntil);
    }
    const since = this.#hostAbsentSince.get(code);
    if (since !== undefined) count(this.#failoverMs, at - since);
    this.#hostAbsentSince.delete(code);
  }

  #requested({ requestId }: RequestFrame, nowMs: number): void {
    const known = this.#requests.get(requestId);
    if (known === undefined) this.#requests.set(requestId, nowMs);
    else if (known === null) this.#duplicateTransitions++;
  }

  #sent(frame: ServerFrame, nowMs: number): void {
    if (frame.kind !== 'reply') return;
    const { requestId, answer } = frame;
    if (answer.kind === 'refused') return;
    if (answer.kind !== 'done' && answer.sync.kind === 'events') {
      count(this.#backfillEvents, answer.sync.events.length);
    }
    const since = this.#requests.get(requestId) ?? null;
    if (since === null) return;
    count(this.#transitionMs, nowMs - since);
    this.#requests.set(requestId, null);
  }
}

function count(spread: Map<number, number>, value: number): void {
  spread.set(value, (spread.get(value) ?? 0) + 1);
}
