/** What a room owes to the passing of time: a handoff, or its closing (P3, P6, P9, P12). */
import type { CloseReason, HandoffReason } from './event.ts';
import { after, type StoreTime } from './ids.ts';
import type { Instances } from './instances.ts';
import { hostOf, isConnected, type RoomState } from './state.ts';
import { successor } from './succession.ts';

/** The reason for which authority must move now; null if it stays. Says nothing about whether somebody can take it. */
export function handoffReason(
  state: RoomState,
  at: StoreTime,
  instances: Instances,
): HandoffReason | null {
  if (state.closed !== null) return null;
  const host = hostOf(state);
  if (host === undefined) return 'vacancy';
  if (isConnected(host)) return null;
  if (leaseOver(state, at) && instances.anyLive) return 'lease_expired';
  return state.policy.succession === 'immediate' ? 'immediate' : null;
}

/** The reason for which the room must close now; null if it stays open. */
export function closingReason(
  state: RoomState,
  at: StoreTime,
  instances: Instances,
): CloseReason | null {
  if (state.closed !== null) return null;
  if (state.members.length === 0) return 'abandoned';
  const from = emptyFrom(state);
  if (from === null || at < from || !instances.anyLive) return null;
  if (state.policy.emptyRoom === 'close') return 'empty';
  return at >= after(from, state.policy.idleMs) ? 'idle' : null;
}

const leaseOver = (state: RoomState, at: StoreTime): boolean =>
  state.leaseUntil !== null && at >= state.leaseUntil;

/** From when on nobody is connected and no lease runs; null while somebody is connected. */
function emptyFrom(state: RoomState): StoreTime | null {
  if (state.emptySince === null) return null;
  return state.leaseUntil !== null && state.leaseUntil > state.emptySince
    ? state.leaseUntil
    : state.emptySince;
}

/**
 * When a worker must look at this room again; null if only a command can change it. The armed timers of a store are
 * this function of its rooms (P25). A lease that has run out without a successor arms nothing: the commit that brings
 * one hands over (P9).
 */
export function wakeAt(state: RoomState): StoreTime | null {
  if (state.closed !== null) return null;
  const authority = successor(state) === null ? closingAt(state) : state.leaseUntil;
  return earlier(authority, firstSeatEnd(state));
}

/** P11: a host's seat does not expire while it is host. */
function firstSeatEnd(state: RoomState): StoreTime | null {
  let first: StoreTime | null = null;
  for (const { memberId, seatUntil } of state.members) {
    if (memberId !== state.host) first = earlier(first, seatUntil);
  }
  return first;
}

const earlier = (a: StoreTime | null, b: StoreTime | null): StoreTime | null =>
  a === null || (b !== null && b < a) ? b : a;

function closingAt(state: RoomState): StoreTime | null {
  const from = emptyFrom(state);
  if (from === null) return null;
  return state.policy.emptyRoom === 'close' ? from : after(from, state.policy.idleMs);
}
