/** The form of a scenario file. What a form cannot say (names, order, relations) is checked when it is resolved. */
import { FORGERIES } from './plan.ts';
import { z } from 'zod';
import { REFUSALS } from '../../src/core/refusal.ts';
import { DURATION, SIGNED_DURATION } from './duration.ts';
import { CLOSE_REASONS } from './event-lines.ts';
import { FAULT_KINDS } from './fault-kinds.ts';
import { WORKLOAD_ACTIONS } from './scenario.ts';
import {
  MEMBER_DOES,
  NETWORK_DOES,
  OPERATIONS,
  OPERATOR_DOES,
  PROCESS_DOES,
  type ScenarioFile,
  SETTING_NAMES,
} from './scenario-file.ts';

const ms = z.int().min(0);
const A_DURATION = 'must be a duration such as 30s, 500ms or 2m';
const duration = z
  .union([z.string().regex(DURATION, A_DURATION), ms], { error: A_DURATION })
  .describe('A duration such as 30s, 500ms, 2m or 1.5s; a bare number is in ms.');
const AN_OFFSET = 'must be an offset such as 3m or -500ms';
const offset = z
  .union([z.string().regex(SIGNED_DURATION, AN_OFFSET), z.int()], { error: AN_OFFSET })
  .describe('How far the clock is moved: 3m ahead, -3m back.');
const name = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/, 'must be a name of letters, digits, - and _')
  .refine((written) => written !== 'none', 'must not be none, which stands for no host');

/** A key for each name of a list, each optional. */
const optionalKeys = <Name extends string, Value extends z.ZodType>(
  names: readonly Name[],
  value: Value,
): z.ZodObject<Record<Name, z.ZodExactOptional<Value>>, z.core.$strict> =>
  z.strictObject(
    Object.fromEntries(names.map((key) => [key, value.exactOptional()])) as Record<
      Name,
      z.ZodExactOptional<Value>
    >,
  );

const settings = optionalKeys(SETTING_NAMES, duration).extend({
  commitAttempts: z.int().min(1).max(100).exactOptional(),
});

const room = z.strictObject({
  policy: z.enum(['lease', 'immediate']).exactOptional(),
  emptyRoom: z.enum(['close', 'hold']).exactOptional(),
  leaseMs: duration.exactOptional(),
  seatGraceMs: duration.exactOptional(),
  idleMs: duration.exactOptional(),
  maxAbsenceMs: duration.exactOptional(),
});

const memberStep = z.strictObject({
  at: duration,
  member: z.string(),
  does: z.enum(MEMBER_DOES),
  server: z.string().exactOptional(),
  generation: z.int().min(0).exactOptional(),
  serverNotices: duration.exactOptional(),
  clientNotices: duration.exactOptional(),
  target: z.string().exactOptional(),
  eligible: z.boolean().exactOptional(),
  with: z.enum(FORGERIES).exactOptional(),
});

const operatorStep = z.strictObject({
  at: duration,
  operator: z.enum(OPERATOR_DOES),
  room: z.string().exactOptional(),
  rooms: z.array(z.string()).min(1).exactOptional(),
  target: z.string().exactOptional(),
  eligible: z.boolean().exactOptional(),
  to: room.exactOptional(),
});

const processStep = z.strictObject({
  at: duration,
  process: z.string(),
  does: z.enum(PROCESS_DOES),
  for: duration
    .exactOptional()
    .describe('Of a crash or pause: how long until it restarts or goes on.'),
  offset: offset.exactOptional(),
  gains: offset.exactOptional().describe('Of a drift: what the clock gains each second.'),
});

const party = z.string().describe('A member, a process, or store.');
const networkStep = z.strictObject({
  at: duration,
  network: z.enum(NETWORK_DOES),
  between: z.tuple([party, party]).exactOptional().describe('Both ways.'),
  from: party.exactOptional().describe('One way: what it sends is lost.'),
  to: party.exactOptional(),
  for: duration.describe('How long a partition lasts; when all are back after a storm.'),
});

const storeStep = z.strictObject({ at: duration, store: z.literal('outage'), for: duration });

const hold = z.strictObject({
  hold: z.string().describe('A process or a member: server-1, worker-2, ana.'),
  before: z.enum(OPERATIONS),
  from: duration.exactOptional(),
  until: z.union([z.string(), ms]).describe('A time, or a step of a process: "worker-1 commit".'),
});

const bounds = z.union([duration, z.tuple([duration, duration])], {
  error: 'must be a duration, or a range such as [1ms, 20ms]',
});

const outcome = {
  events: z.array(z.string()).exactOptional(),
  host: z.string().exactOptional().describe('The host at the end; none: the room has none.'),
  hostTerm: z.int().min(1).exactOptional(),
  closed: z
    .union([z.enum(CLOSE_REASONS), z.literal(false)], {
      error: `must be one of ${CLOSE_REASONS.join(', ')}, or false for a room that is open`,
    })
    .exactOptional(),
};
const roomExpectation = {
  ...outcome,
  oneOf: z
    .array(z.strictObject(outcome))
    .min(1)
    .exactOptional()
    .describe('Where a race may go either way. Their events go on after the common ones.'),
  never: z.array(z.string()).exactOptional(),
  counts: z.record(z.string(), z.int().min(0)).exactOptional(),
};

const expectation = z.strictObject({
  ...roomExpectation,
  rooms: z.record(z.string(), z.strictObject(roomExpectation)).exactOptional(),
  refused: z.array(z.strictObject({ member: z.string(), code: z.enum(REFUSALS) })).exactOptional(),
  sees: z.record(z.string(), z.array(z.string())).exactOptional(),
});

const weight = z.int().min(1).max(100);

export const scenarioSchema: z.ZodType<ScenarioFile> = z.strictObject({
  title: z.string().min(1),
  rules: z.array(z.string()).min(1),
  tags: z.array(z.string()).exactOptional(),
  source: z.string().min(1).exactOptional().describe('Of a field report: the report it tells.'),
  settings: settings.exactOptional(),
  servers: z.int().min(1).max(8).exactOptional(),
  workers: z.int().min(1).max(8).exactOptional(),
  room: room.exactOptional(),
  rooms: z.record(name, room).exactOptional(),
  members: z
    .array(z.union([name, z.strictObject({ name, room: z.string() })]))
    .min(1)
    .max(64),
  steps: z
    .array(z.union([memberStep, operatorStep, processStep, networkStep, storeStep]))
    .max(1_000)
    .exactOptional(),
  holds: z.array(hold).max(32).exactOptional(),
  end: duration.exactOptional(),
  latency: z
    .strictObject({ network: bounds.exactOptional(), store: bounds.exactOptional() })
    .exactOptional(),
  workload: z
    .strictObject({
      from: duration.exactOptional(),
      for: duration,
      actions: z.int().min(1).max(1_000).exactOptional().describe('Per minute, over all members.'),
      weights: optionalKeys(WORKLOAD_ACTIONS, z.int().min(0).max(100)).exactOptional(),
    })
    .exactOptional(),
  faults: z.union([z.literal('all'), optionalKeys(FAULT_KINDS, weight)]).exactOptional(),
  expect: expectation.exactOptional(),
});

/** For editors: completion and checks while a scenario is written. */
export const scenarioJsonSchema = (): Record<string, unknown> => ({
  ...z.toJSONSchema(scenarioSchema),
  title: 'A scenario of interregnum',
});
