/**
 * INV-EARLY-PROMOTION guards P5, P6 and P12, and that no handoff gives a false reason: `lease_expired` only when the host
 * is absent, store time has reached its deadline and some instance is live; `immediate` only under that policy, from an
 * absent host; `vacancy` only where there is no host; `transferred` only from a host. It looks at the room just before the
 * handoff, at the store time of its commit: no worker's clock, and nothing that a worker has seen before, counts.
 */
import type { RoomEvent } from '../system-under-test.ts';
import type { Invariant } from './invariant.ts';
import { hostIsAbsent, isImmediate } from './obligations.ts';
import { retold, type Telling } from './retelling.ts';
import type { ShadowRoom } from './shadow-room.ts';

type Handoff = RoomEvent & { readonly kind: 'host.changed' };

export const earlyPromotion: Invariant = {
  id: 'INV-EARLY-PROMOTION',
  rules: ['P5', 'P6', 'P12'],
  summary:
    'authority moves by expiry or at once only from an absent host, when its lease or policy allows',
  watch: (run) =>
    retold(run, {
      event(told, event) {
        if (event.kind !== 'host.changed') return;
        const wrong = falseReason(told, event);
        if (wrong === null) return;
        const { host, previous, reason } = event;
        const moved = `authority moved from ${previous ?? 'nobody'} to ${host ?? 'nobody'} (${reason})`;
        run.violated(`${told.where(wrong.rule)} ${moved}, but ${wrong.fact}`);
      },
    }),
};

interface FalseReason {
  readonly rule: string;
  readonly fact: string;
}

function falseReason(told: Telling, event: Handoff): FalseReason | null {
  const { room } = told;
  switch (event.reason) {
    case 'lease_expired':
      return tooEarly(told, event);
    case 'immediate':
      if (!isImmediate(room)) {
        return {
          rule: 'P5',
          fact: 'the policy of the room is not immediate: an absent host has a lease',
        };
      }
      return presentHost(room);
    case 'vacancy':
      return room.host === null
        ? null
        : { rule: 'P9', fact: `there was no vacancy: ${room.host} was host` };
    case 'transferred':
      return room.host === null
        ? { rule: 'P14', fact: 'there was no host who could have transferred it' }
        : null;
    case 'left':
    case 'removed':
    case 'ineligible':
      // Whether the host has left, been removed or lost eligibility is watched by INV-EXIT.
      return null;
  }
}

function tooEarly({ room, anyLive }: Telling, { at, host }: Handoff): FalseReason | null {
  const present = presentHost(room);
  if (present !== null) return present;
  const { leaseUntil } = room;
  if (leaseUntil === null) return { rule: 'P6', fact: 'no lease had been granted' };
  if (at < leaseUntil) {
    return { rule: 'P6', fact: `the lease runs until ${leaseUntil} and store time is ${at}` };
  }
  if (host === null)
    return { rule: 'P9', fact: 'without a successor it stays with the absent host' };
  return anyLive() ? null : { rule: 'P12', fact: 'no server instance is live, so nothing expires' };
}

function presentHost(room: ShadowRoom): FalseReason | null {
  if (room.host === null)
    return { rule: 'P5', fact: 'there was no host who could have been absent' };
  return hostIsAbsent(room) ? null : { rule: 'P5', fact: `${room.host} was not absent` };
}
