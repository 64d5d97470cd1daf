/** A process's own clock. It times waiting and nothing else: authority runs on store time (P2). */
export interface Clock {
  /** Resolves after `ms` milliseconds of this clock. */
  sleep(ms: number): Promise<void>;
}
