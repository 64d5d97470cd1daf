import { compactor } from '../../src/workers/compactor.ts';
import { instanceSweeper } from '../../src/workers/instance-sweeper.ts';
import type { Variant } from './variant.ts';

/** Nothing keeps watch: what is over is noticed when the next command happens to look at the room. */
export const expiryOnTraffic: Variant = {
  id: 'expiry-on-traffic',
  summary: 'expires leases and seats, and closes rooms, only when some other command comes by',
  rules: ['P6', 'P9', 'P11', 'P25'],
  caughtBy: ['INV-HANDOFF-DUE'],
  breaks: ['f18-lone-host-close', 'f18-silent-member-takes-over'],
  lobby: { workers: [instanceSweeper, compactor] },
};
