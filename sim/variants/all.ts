/** Every known-bad design, by id. */
import { anyHigherSequence } from './any-higher-sequence.ts';
import { attemptClearsTheTimer } from './attempt-clears-the-timer.ts';
import { leaseAnewEachTime, oneLeaseForAll } from './budget-of-absence.ts';
import { closeOfTheSeat, closeRemovesTheUser } from './close-of-the-seat.ts';
import { credentialOfTheCode } from './credential-of-the-code.ts';
import { eventOutsideTheCommit } from './event-outside-the-commit.ts';
import { evictionIsABreak } from './eviction-is-a-break.ts';
import { goodbyeBeforeHello } from './goodbye-before-hello.ts';
import { hostByMemory } from './host-by-memory.ts';
import { nextInLineOrNobody } from './next-in-line-or-nobody.ts';
import { successionByExpiry, successionByLeaving } from './one-exit-path.ts';
import { powersOfTheOpener } from './powers-of-the-opener.ts';
import { processLock } from './process-lock.ts';
import { promoteOnClose } from './promote-on-close.ts';
import { recordConsumedByARefusal } from './record-consumed-by-a-refusal.ts';
import { recoversOnce } from './recovers-once.ts';
import { roleCachedByTheClient } from './role-cached-by-the-client.ts';
import type { Variant } from './variant.ts';

export const VARIANTS: readonly Variant[] = [
  anyHigherSequence,
  attemptClearsTheTimer,
  closeOfTheSeat,
  closeRemovesTheUser,
  credentialOfTheCode,
  eventOutsideTheCommit,
  evictionIsABreak,
  goodbyeBeforeHello,
  hostByMemory,
  leaseAnewEachTime,
  nextInLineOrNobody,
  oneLeaseForAll,
  powersOfTheOpener,
  processLock,
  promoteOnClose,
  recordConsumedByARefusal,
  recoversOnce,
  roleCachedByTheClient,
  successionByExpiry,
  successionByLeaving,
];
