/** What every run is held to besides the lobby's invariants: verdicts that the run itself gives. */
import type { Invariant } from '../invariants/invariant.ts';

export const RUN_INVARIANTS: readonly Pick<Invariant, 'id' | 'rules' | 'summary'>[] = [
  {
    id: 'INV-EXPECTATION',
    rules: ['H4'],
    summary: 'a scenario ends as it says, and the race that it scripts is reached',
  },
  { id: 'INV-DETERMINISM', rules: ['H2'], summary: 'the same seed gives the same trace' },
  { id: 'INV-NO-LEAK', rules: ['H5'], summary: 'the system waits for nothing outside its ports' },
  { id: 'INV-NO-THROW', rules: ['H4'], summary: 'no error of the system goes unhandled' },
  { id: 'INV-NO-SPIN', rules: ['H6'], summary: 'the system lets virtual time pass' },
];
