/** What the server decides per room (P13); a client has no say in it. */

/** `lease`: an absent host keeps authority for `leaseMs`. `immediate`: it hands over in the commit that marks it absent. */
export type SuccessionPolicy = 'lease' | 'immediate';

export interface RoomPolicy {
  readonly succession: SuccessionPolicy;
  /** Length of a lease in ms; under `immediate` it delays nothing but closing (P10). */
  readonly leaseMs: number;
  /** Length of an absent member's seat in ms (P11). */
  readonly seatGraceMs: number;
  /** P9: what becomes of a room in which nobody is connected and no lease runs. */
  readonly emptyRoom: 'close' | 'hold';
  /** How long a held room waits before it closes, in ms (P9). */
  readonly idleMs: number;
  /** How long a host may be absent in one term, all its absences together, outages apart; null: for ever (P11). */
  readonly maxAbsenceMs: number | null;
}
