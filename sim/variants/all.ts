/** Every known-bad design, by id. */
import { anyHigherSequence } from './any-higher-sequence.ts';
import { eventOutsideTheCommit } from './event-outside-the-commit.ts';
import { processLock } from './process-lock.ts';
import { promoteOnClose } from './promote-on-close.ts';
import type { Variant } from './variant.ts';

export const VARIANTS: readonly Variant[] = [
  anyHigherSequence,
  eventOutsideTheCommit,
  processLock,
  promoteOnClose,
];
