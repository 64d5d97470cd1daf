/** The invariants about authority and what the store holds: those that look at commits only. */
import { absence } from './absence.ts';
import { committedState } from './committed-state.ts';
import { earlyPromotion } from './early-promotion.ts';
import { emptyRoom } from './empty-room.ts';
import { eventOrder } from './event-order.ts';
import { exit } from './exit.ts';
import { handoffFirst } from './handoff-first.ts';
import { hostChain } from './host-chain.ts';
import { hostless } from './hostless.ts';
import type { Invariant } from './invariant.ts';
import { lease } from './lease.ts';
import { outage } from './outage.ts';
import { seat } from './seat.ts';
import { sequence } from './sequence.ts';
import { singleHost } from './single-host.ts';
import { storeTime } from './store-time.ts';
import { successor } from './successor.ts';
import { voiding } from './voiding.ts';

export const AUTHORITY_INVARIANTS: readonly Invariant[] = [
  absence,
  committedState,
  earlyPromotion,
  emptyRoom,
  eventOrder,
  exit,
  handoffFirst,
  hostChain,
  hostless,
  lease,
  outage,
  seat,
  sequence,
  singleHost,
  storeTime,
  successor,
  voiding,
];
