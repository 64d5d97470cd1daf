import { Client } from '../../src/client/client.ts';
import { Replica } from '../../src/client/replica.ts';
import type { Variant } from './variant.ts';

/** What was expected before the break is still expected after it: no snapshot satisfies that, and each is asked for again. */
export const snapshotNotAdopted: Variant = {
  id: 'snapshot-not-adopted',
  summary: 'the client that has a view takes no snapshot in its place, and asks for what it missed',
  rules: ['P24'],
  caughtBy: ['INV-CONVERGENCE'],
  breaks: ['f24-snapshot-after-a-long-silence'],
  makeClient: (ports, options) =>
    new Client(ports, { ...options, replica: new Replica({ takesSnapshot: onlyTheFirst }) }),
};

const onlyTheFirst = (at: { readonly cursor: number | null }): boolean => at.cursor === null;
