/** The form of `run --json` (harness §6). */
import { z } from 'zod';

interface Report {
  readonly exitCode: number;
  readonly verdict: string;
  readonly runs: number;
  readonly digest: string;
  readonly commitsDigest: string;
  readonly store: string;
  readonly shape: string;
  readonly scenarios: readonly { readonly digest: string; readonly violations: number }[];
  readonly failures: readonly {
    readonly invariant: string;
    readonly seed: number;
    readonly repro: string;
    readonly reproFile: string | null;
  }[];
  readonly inconclusive: readonly string[];
}

/** All that went to stdout must be one object of that form. */
export const reportIn = (stdout: string): Report => reportSchema().parse(JSON.parse(stdout));

function reportSchema(): z.ZodType<Report> {
  const digest = z.string().regex(/^[0-9a-f]{16}$/);
  const whole = z.int().min(0);
  const percentiles = z.object({
    p50: z.number().nullable(),
    p95: z.number().nullable(),
    p99: z.number().nullable(),
    max: z.number().nullable(),
  });

  const failure = z.object({
    kind: z.enum(['safety', 'liveness', 'nondeterminism']),
    invariant: z.string().regex(/^INV-/),
    rules: z.array(z.string().regex(/^[PH]\d+$/)),
    scenario: z.string(),
    seed: whole,
    repro: z.string(),
    step: z.int(),
    virtualMs: whole,
    message: z.string().min(1),
    reproFile: z.string().nullable(),
    shrunkSteps: whole.nullable(),
  });

  const scenario = z.object({
    name: z.string(),
    runs: whole,
    events: whole,
    violations: whole,
    digest,
    commitsDigest: digest,
  });

  return z.object({
    version: z.string(),
    exitCode: whole,
    verdict: z.enum([
      'pass',
      'fail',
      'nondeterministic',
      'inconclusive',
      'stale',
      'interrupted',
      'error',
    ]),
    runs: whole,
    events: whole,
    virtualMs: whole,
    wallMs: whole,
    digest,
    commitsDigest: digest,
    store: z.enum(['memory', 'sqlite']),
    shape: z.enum(['coordinator', 'ledger']),
    scenarios: z.array(scenario),
    failures: z.array(failure),
    faults: z.record(z.string(), whole),
    goals: z.record(z.string(), whole),
    measures: z.object({
      transitionMs: percentiles,
      handoffBeyondLeaseMs: percentiles,
      failoverMs: percentiles,
      backfillEvents: percentiles,
      duplicateTransitions: whole,
      leaseExpirations: whole,
      inLeaseResumes: whole,
    }),
    inconclusive: z.array(z.string()),
    stale: z.array(z.string()),
  });
}
