/**
 * The machine's monotonic clock, the one that no step of the wall clock moves (P2). Every process of the same boot
 * reads the same clock; a reading means nothing in another boot.
 */
export interface MonotonicClock {
  /** Names the boot in which readings can be compared; new at every start of the machine. */
  readonly bootId: string;
  /** Milliseconds since some moment of this boot; never decreases within it. */
  monotonicMs(): number;
}
