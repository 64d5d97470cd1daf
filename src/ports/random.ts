/** Chance: back-off jitter and new ids. */
export interface Random {
  /** A uniform integer in [0, bound). */
  below(bound: number): number;
  /** A new id, unique over all processes, of at most 40 printable characters. */
  id(): string;
}
