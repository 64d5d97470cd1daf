/** Every known-bad design, by id. */
import { acknowledgementWithoutClaim } from './acknowledgement-without-claim.ts';
import { anyHigherSequence } from './any-higher-sequence.ts';
import { attemptClearsTheTimer } from './attempt-clears-the-timer.ts';
import { leaseAnewEachTime, oneLeaseForAll } from './budget-of-absence.ts';
import { cleanUpByAge } from './clean-up-by-age.ts';
import { closeOfTheSeat, closeRemovesTheUser } from './close-of-the-seat.ts';
import { credentialOfTheCode } from './credential-of-the-code.ts';
import { cursorMustBeRetained } from './cursor-must-be-retained.ts';
import { deadlineFromConnect } from './deadline-from-connect.ts';
import { eventOutsideTheCommit } from './event-outside-the-commit.ts';
import { evictionIsABreak } from './eviction-is-a-break.ts';
import { expiryOnTraffic } from './expiry-on-traffic.ts';
import { goodbyeBeforeHello } from './goodbye-before-hello.ts';
import { hostByMemory } from './host-by-memory.ts';
import { joinBeforeExpiry } from './join-before-expiry.ts';
import { nextInLineOrNobody } from './next-in-line-or-nobody.ts';
import { numberBeforeCommit } from './number-before-commit.ts';
import { successionByExpiry, successionByLeaving } from './one-exit-path.ts';
import { outageUnnoticed } from './outage-unnoticed.ts';
import { ownClock } from './own-clock.ts';
import { powersOfTheOpener } from './powers-of-the-opener.ts';
import { processLock } from './process-lock.ts';
import { promoteOnClose } from './promote-on-close.ts';
import { recordConsumedByARefusal } from './record-consumed-by-a-refusal.ts';
import { recoversOnce } from './recovers-once.ts';
import { recoveryKeepsCursor } from './recovery-keeps-cursor.ts';
import { relayByNumber } from './relay-by-number.ts';
import { removedMayReturn } from './removed-may-return.ts';
import { roleCachedByTheClient } from './role-cached-by-the-client.ts';
import { snapshotNotAdopted } from './snapshot-not-adopted.ts';
import { subscribedAfterSnapshot } from './subscribed-after-snapshot.ts';
import { timersPileUp } from './timers-pile-up.ts';
import { updateWithoutWhere } from './update-without-where.ts';
import type { Variant } from './variant.ts';

export const VARIANTS: readonly Variant[] = [
  acknowledgementWithoutClaim,
  anyHigherSequence,
  attemptClearsTheTimer,
  cleanUpByAge,
  closeOfTheSeat,
  closeRemovesTheUser,
  credentialOfTheCode,
  cursorMustBeRetained,
  deadlineFromConnect,
  eventOutsideTheCommit,
  evictionIsABreak,
  expiryOnTraffic,
  goodbyeBeforeHello,
  hostByMemory,
  joinBeforeExpiry,
  leaseAnewEachTime,
  nextInLineOrNobody,
  numberBeforeCommit,
  oneLeaseForAll,
  outageUnnoticed,
  ownClock,
  powersOfTheOpener,
  processLock,
  promoteOnClose,
  recordConsumedByARefusal,
  recoversOnce,
  recoveryKeepsCursor,
  relayByNumber,
  removedMayReturn,
  roleCachedByTheClient,
  snapshotNotAdopted,
  subscribedAfterSnapshot,
  successionByExpiry,
  successionByLeaving,
  timersPileUp,
  updateWithoutWhere,
];
