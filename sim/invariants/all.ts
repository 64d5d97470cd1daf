/** Every invariant, by id. */
import { absence } from './absence.ts';
import { committedState } from './committed-state.ts';
import { earlyPromotion } from './early-promotion.ts';
import { emptyRoom } from './empty-room.ts';
import { eventOrder } from './event-order.ts';
import { exit } from './exit.ts';
import { fencing } from './fencing.ts';
import { handoffFirst } from './handoff-first.ts';
import { hostChain } from './host-chain.ts';
import { hostOnly } from './host-only.ts';
import { hostless } from './hostless.ts';
import { idempotent } from './idempotent.ts';
import type { Invariant } from './invariant.ts';
import { lease } from './lease.ts';
import { nonce } from './nonce.ts';
import { refusal } from './refusal.ts';
import { rejoin } from './rejoin.ts';
import { sequence } from './sequence.ts';
import { singleHost } from './single-host.ts';
import { storeTime } from './store-time.ts';
import { successor } from './successor.ts';
import { voiding } from './voiding.ts';

export const INVARIANTS: readonly Invariant[] = [
  absence,
  earlyPromotion,
  emptyRoom,
  eventOrder,
  exit,
  fencing,
  handoffFirst,
  hostChain,
  hostOnly,
  hostless,
  idempotent,
  lease,
  nonce,
  refusal,
  rejoin,
  sequence,
  singleHost,
  committedState,
  storeTime,
  successor,
  voiding,
];
