/** A client that takes its eviction for a break of the network, and comes back to evict whoever evicted it (F11). */
import { Client } from '../../src/client/client.ts';
import { afterClose } from '../../src/client/session-rules.ts';
import type { CloseReason } from '../../src/ports/network.ts';
import type { Variant } from './variant.ts';

export const evictionIsABreak: Variant = {
  id: 'eviction-is-a-break',
  summary: 'the client reconnects after a close as superseded, as after any other',
  rules: ['P16'],
  caughtBy: ['INV-SUPERSEDED'],
  breaks: ['f11-two-tabs-do-not-fight', 'f11-two-tabs-after-an-outage-of-theirs'],
  makeClient: (ports, options) =>
    new Client(ports, { ...options, rules: { ...options.rules, afterClose: afterAnyClose } }),
};

const afterAnyClose = (reason: CloseReason | null): ReturnType<typeof afterClose> =>
  afterClose(reason === 'superseded' ? null : reason);
