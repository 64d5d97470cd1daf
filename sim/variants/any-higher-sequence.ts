/** A client that applies whatever is newer than what it has, and so passes over events that it missed. */
import { accepts, type Position, type Verdict } from '../../src/client/accept.ts';
import { Client } from '../../src/client/client.ts';
import type { PublicEvent } from '../../src/core/view.ts';
import { Replica } from '../../src/client/replica.ts';
import type { Variant } from './variant.ts';

export const anyHigherSequence: Variant = {
  id: 'any-higher-sequence',
  summary: 'the client applies every event with a higher sequence than its own',
  rules: ['P24'],
  caughtBy: ['INV-CLIENT-ORDER'],
  makeClient: (ports, options) =>
    new Client(ports, { ...options, replica: new Replica({ accepts: acceptsAnyHigher }) }),
};

function acceptsAnyHigher(at: Position, event: PublicEvent): Verdict {
  const verdict = accepts(at, event);
  return verdict === 'gap' && at.cursor !== null ? 'apply' : verdict;
}
