/** The form of a plan in a repro file, so that a damaged file is refused and not run. */
import { z } from 'zod';
import { FORGERIES, type Plan, RANDOM_FAULTS } from '../../sim/plan/plan.ts';

const ms = z.int().min(0);
const amount = z.int().min(1);
const name = z.string().min(1);
const server = z.exactOptional(name);

const memberActions = [
  z.object({ does: z.enum(['open', 'join']), server, generation: z.exactOptional(z.int()) }),
  z.object({ does: z.enum(['close', 'leave', 'end']) }),
  z.object({
    does: z.literal('drop'),
    serverNoticesMs: z.exactOptional(ms),
    clientNoticesMs: z.exactOptional(ms),
  }),
  z.object({ does: z.enum(['return', 'reload', 'second-tab', 'forget']), server }),
  z.object({ does: z.enum(['remove', 'transfer']), target: name }),
  z.object({ does: z.literal('set-eligible'), target: name, eligible: z.boolean() }),
  z.object({ does: z.literal('forge'), with: z.enum(FORGERIES) }),
] as const;

const member = z.object({ atMs: ms, who: z.literal('member'), member: name });

const policy = z.object({
  succession: z.enum(['lease', 'immediate']),
  leaseMs: amount,
  seatGraceMs: amount,
  emptyRoom: z.enum(['close', 'hold']),
  idleMs: amount,
  maxAbsenceMs: amount.nullable(),
});

const operator = z.object({
  atMs: ms,
  who: z.literal('operator'),
  room: name,
  does: z.union([
    z.object({ kind: z.literal('remove'), target: name }),
    z.object({ kind: z.literal('set-eligible'), target: name, eligible: z.boolean() }),
    z.object({ kind: z.enum(['end', 'redrive', 'drop-record']) }),
    z.object({ kind: z.literal('set-policy'), policy }),
  ]),
});

const processStep = z.object({ atMs: ms, who: z.literal('process'), process: name });

const step = z.union([
  z.intersection(member, z.union(memberActions)),
  operator,
  processStep.extend({ does: z.enum(['crash', 'restart', 'pause', 'unpause']) }),
  processStep.extend({ does: z.literal('clock'), offsetMs: z.int() }),
  processStep.extend({ does: z.literal('drift'), perMille: z.int().min(-999).max(1_000_000) }),
  z.object({
    atMs: ms,
    who: z.literal('network'),
    does: z.enum(['cut', 'mend']),
    from: name,
    to: name,
  }),
  z.object({ atMs: ms, who: z.literal('network'), does: z.literal('storm'), backMs: ms }),
  z.object({ atMs: ms, who: z.literal('store'), does: z.enum(['down', 'up']) }),
]);

const topology = z.object({
  servers: amount.max(100),
  workers: amount.max(100),
  members: z.array(z.object({ name, room: name })),
  rooms: z.array(z.object({ code: name, policy })).min(1),
});

const settings = z.object({
  leaseMs: amount,
  seatGraceMs: amount,
  heartbeatMs: amount,
  heartbeatTimeoutMs: amount,
  pulseMs: amount,
  tokenTtlMs: amount,
  idleMs: amount,
  maxAbsenceMs: amount.nullable(),
  retentionMs: amount,
  investigationMs: amount,
  requestRetentionMs: amount,
  clientRetryMs: amount,
  claimMs: amount,
  processingAllowanceMs: amount,
  commitAttempts: amount,
});

const hold = z.object({
  process: name,
  before: name,
  fromMs: ms,
  until: z.union([
    z.object({ kind: z.literal('step'), process: name, operation: name }),
    z.object({ kind: z.literal('time'), atMs: ms }),
  ]),
});

const bounds = z.tuple([ms, ms]);

export const planSchema: z.ZodType<Plan> = z.object({
  topology,
  settings,
  steps: z.array(step),
  holds: z.array(hold),
  faults: z.partialRecord(z.enum(RANDOM_FAULTS), z.int().min(0).max(1000)),
  latency: z.object({ networkMs: bounds, storeMs: bounds }),
  endMs: amount,
});
