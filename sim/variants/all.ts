/** Every known-bad design, by id. */
import { acknowledgementWithoutClaim } from './acknowledgement-without-claim.ts';
import { anyHigherSequence } from './any-higher-sequence.ts';
import { cleanUpByAge } from './clean-up-by-age.ts';
import { cursorMustBeRetained } from './cursor-must-be-retained.ts';
import { deadlineFromConnect } from './deadline-from-connect.ts';
import { eventOutsideTheCommit } from './event-outside-the-commit.ts';
import { expiryOnTraffic } from './expiry-on-traffic.ts';
import { joinBeforeExpiry } from './join-before-expiry.ts';
import { numberBeforeCommit } from './number-before-commit.ts';
import { outageUnnoticed } from './outage-unnoticed.ts';
import { ownClock } from './own-clock.ts';
import { processLock } from './process-lock.ts';
import { promoteOnClose } from './promote-on-close.ts';
import { recoveryKeepsCursor } from './recovery-keeps-cursor.ts';
import { relayByNumber } from './relay-by-number.ts';
import { removedMayReturn } from './removed-may-return.ts';
import { snapshotNotAdopted } from './snapshot-not-adopted.ts';
import { subscribedAfterSnapshot } from './subscribed-after-snapshot.ts';
import { timersPileUp } from './timers-pile-up.ts';
import { updateWithoutWhere } from './update-without-where.ts';
import type { Variant } from './variant.ts';

export const VARIANTS: readonly Variant[] = [
  acknowledgementWithoutClaim,
  anyHigherSequence,
  cleanUpByAge,
  cursorMustBeRetained,
  deadlineFromConnect,
  eventOutsideTheCommit,
  expiryOnTraffic,
  joinBeforeExpiry,
  numberBeforeCommit,
  outageUnnoticed,
  ownClock,
  processLock,
  promoteOnClose,
  recoveryKeepsCursor,
  relayByNumber,
  removedMayReturn,
  snapshotNotAdopted,
  subscribedAfterSnapshot,
  timersPileUp,
  updateWithoutWhere,
];
