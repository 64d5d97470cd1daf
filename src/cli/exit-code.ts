/** What the exit codes mean, and which of them wins (harness §6). */

export const EXIT = {
  /** Everything held, and at least one run was made. */
  held: 0,
  /** A safety invariant was violated. */
  safety: 1,
  /** Usage or configuration, or nothing matched. */
  usage: 2,
  /** No convergence in the bounded time. */
  liveness: 3,
  /** The same seed gave another trace. */
  nondeterminism: 4,
  /** Too few runs, or a goal or fault never reached. */
  inconclusive: 5,
  /** A repro's choices cannot be applied, or its scenario's text has changed. */
  stale: 6,
  /** A bug in the harness itself. */
  bug: 70,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** How a command says what its exit code is to be. */
export type Finish = (code: ExitCode) => void;

export type Verdict =
  | 'pass'
  | 'fail'
  | 'nondeterministic'
  | 'inconclusive'
  | 'stale'
  | 'interrupted'
  | 'error';

/** Where several apply, the first of these. */
const PRECEDENCE: readonly ExitCode[] = [
  EXIT.bug,
  EXIT.usage,
  EXIT.nondeterminism,
  EXIT.safety,
  EXIT.liveness,
  EXIT.stale,
  EXIT.interrupted,
  EXIT.inconclusive,
];

const VERDICTS: Readonly<Record<ExitCode, Verdict>> = {
  [EXIT.held]: 'pass',
  [EXIT.safety]: 'fail',
  [EXIT.usage]: 'error',
  [EXIT.liveness]: 'fail',
  [EXIT.nondeterminism]: 'nondeterministic',
  [EXIT.inconclusive]: 'inconclusive',
  [EXIT.stale]: 'stale',
  [EXIT.bug]: 'error',
  [EXIT.interrupted]: 'interrupted',
};

/** The one that wins; `held` if none applies. */
export const gravest = (codes: readonly ExitCode[]): ExitCode =>
  PRECEDENCE.find((code) => codes.includes(code)) ?? EXIT.held;

export const verdictOf = (code: ExitCode): Verdict => VERDICTS[code];

const BY_KIND: Readonly<Record<'safety' | 'liveness' | 'nondeterminism', ExitCode>> = {
  safety: EXIT.safety,
  liveness: EXIT.liveness,
  nondeterminism: EXIT.nondeterminism,
};

export const exitCodeOf = (kind: keyof typeof BY_KIND): ExitCode => BY_KIND[kind];
