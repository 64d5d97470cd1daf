/** Every invariant, by id: what a run is held to unless it is told otherwise. */
import { compareIds } from '../../src/core/ids.ts';
import { absence } from './absence.ts';
import { acknowledged } from './acknowledged.ts';
import { armedTimers } from './armed-timers.ts';
import { backfill } from './backfill.ts';
import { clientOrder } from './client-order.ts';
import { committedState } from './committed-state.ts';
import { convergence } from './convergence.ts';
import { deadLetter } from './dead-letter.ts';
import { earlyPromotion } from './early-promotion.ts';
import { emptyRoom } from './empty-room.ts';
import { eventOrder } from './event-order.ts';
import { exit } from './exit.ts';
import { feed } from './feed.ts';
import { fencing } from './fencing.ts';
import { handoffDue } from './handoff-due.ts';
import { handoffFirst } from './handoff-first.ts';
import { hostChain } from './host-chain.ts';
import { hostOnly } from './host-only.ts';
import { hostless } from './hostless.ts';
import { idempotent } from './idempotent.ts';
import type { Invariant } from './invariant.ts';
import { lease } from './lease.ts';
import { lockedOut } from './locked-out.ts';
import { nonce } from './nonce.ts';
import { outage } from './outage.ts';
import { persistFirst } from './persist-first.ts';
import { policy } from './policy.ts';
import { presence } from './presence.ts';
import { publishOrder } from './publish-order.ts';
import { projection } from './projection.ts';
import { published } from './published.ts';
import { refusal } from './refusal.ts';
import { rejoin } from './rejoin.ts';
import { retention } from './retention.ts';
import { retryAfter } from './retry-after.ts';
import { seat } from './seat.ts';
import { secrets } from './secrets.ts';
import { sequence } from './sequence.ts';
import { singleHost } from './single-host.ts';
import { storeTime } from './store-time.ts';
import { successor } from './successor.ts';
import { superseded } from './superseded.ts';
import { token } from './token.ts';
import { voiding } from './voiding.ts';

const WATCHED: readonly Invariant[] = [
  absence,
  acknowledged,
  deadLetter,
  armedTimers,
  backfill,
  clientOrder,
  committedState,
  convergence,
  earlyPromotion,
  emptyRoom,
  eventOrder,
  exit,
  feed,
  fencing,
  handoffDue,
  handoffFirst,
  hostChain,
  hostOnly,
  hostless,
  idempotent,
  lease,
  lockedOut,
  nonce,
  outage,
  persistFirst,
  policy,
  presence,
  projection,
  publishOrder,
  published,
  refusal,
  rejoin,
  retention,
  retryAfter,
  seat,
  secrets,
  sequence,
  singleHost,
  storeTime,
  successor,
  superseded,
  token,
  voiding,
];

export const INVARIANTS: readonly Invariant[] = WATCHED.toSorted((a, b) => compareIds(a.id, b.id));
