/** Repro files: a failed run with its plan and every choice, kept as JSON when the failure happens (harness §6). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Plan } from '../../sim/plan/plan.ts';
import type { CampaignFailure } from '../../sim/run/campaign.ts';
import { writeWhole } from './atomic-write.ts';
import { planSchema } from './plan-schema.ts';
import { formatRepro } from '../../sim/run/repro.ts';
import { settingsErrors } from '../core/settings.ts';
import { UsageError } from './usage-error.ts';

const FORMAT = 'interregnum-repro';
const VERSION = 1;

export interface ReproFile {
  /** The word that names the run; the file adds the plan and the choices. */
  readonly repro: string;
  /** What names the scenario: its name, or its path as it was given. */
  readonly scenario: string;
  readonly textHash: string;
  readonly seed: number;
  readonly strategy: 'random';
  readonly variant: string | null;
  readonly store: 'memory' | 'sqlite';
  readonly shape: 'coordinator' | 'ledger';
  readonly plan: Plan;
  readonly choices: readonly number[];
  readonly failure: KeptFailure;
}

/** What is kept of a failure. */
type KeptFailure = Pick<
  CampaignFailure,
  'kind' | 'invariant' | 'rules' | 'message' | 'step' | 'virtualMs'
>;

const head = z.object({ format: z.literal(FORMAT), version: z.int() });

const body = z.object({
  repro: z.string(),
  scenario: z.string().min(1),
  textHash: z.string().regex(/^[0-9a-f]{8}$/),
  seed: z.int().min(0),
  strategy: z.literal('random'),
  variant: z.string().nullable(),
  store: z.enum(['memory', 'sqlite']),
  shape: z.enum(['coordinator', 'ledger']),
  plan: planSchema,
  choices: z.array(z.int().min(0)),
  failure: z.object({
    kind: z.enum(['safety', 'liveness', 'nondeterminism']),
    invariant: z.string(),
    rules: z.array(z.string()),
    message: z.string(),
    step: z.int(),
    virtualMs: z.number(),
  }),
});

/** The path that it wrote. */
export function writeReproFile(outFolder: string, name: string, file: ReproFile): string {
  const path = join(outFolder, 'repros', `${name}.json`);
  writeWhole(path, `${JSON.stringify({ format: FORMAT, version: VERSION, ...file })}\n`);
  return path;
}

/** Throws `UsageError`, naming the file and what would be right. */
export function readReproFile(path: string): ReproFile {
  const data = parsed(path, textOf(path));
  const opening = head.safeParse(data);
  if (!opening.success) {
    throw new UsageError(`${path}: this is no repro file; expected what "run" wrote to repros/`);
  }
  if (opening.data.version !== VERSION) {
    throw new UsageError(
      `${path}: it has version ${opening.data.version}, and this interregnum reads version ${VERSION}; make it anew with "run"`,
    );
  }
  const rest = body.safeParse(data);
  if (rest.success) {
    const wrong = wrongWord(rest.data) ?? inconsistency(rest.data.plan);
    if (wrong !== null) throw new UsageError(`${path}: ${wrong}`);
    return rest.data;
  }
  const [issue] = rest.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new UsageError(`${path}: "${where}" is not as it should be: ${issue?.message ?? ''}`);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new UsageError(`${path}: it cannot be read (${code}); expected a repro file`);
  }
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `${path}: this is not JSON, or only a part of it (${why}); expected a whole repro file, as "run" wrote it`,
    );
  }
}

/** The word must name the same run as the rest of the file. */
function wrongWord(file: ReproFile): string | null {
  const word = formatRepro(file);
  return file.repro === word ? null : `"repro" is not as it should be: expected ${word}`;
}

/** What the form alone does not show; null: nothing. */
function inconsistency({ settings, topology, steps }: Plan): string | null {
  const [setting] = settingsErrors(settings);
  if (setting !== undefined) return `plan.settings: ${setting}`;
  const rooms = new Set(topology.rooms.map(({ code }) => code));
  const members = new Set(topology.members.map(({ name }) => name));
  const processes = new Set([
    ...numbered('server', topology.servers),
    ...numbered('worker', topology.workers),
  ]);
  const homeless = topology.members.find(({ room }) => !rooms.has(room));
  if (homeless !== undefined) return `plan.topology: there is no room "${homeless.room}"`;
  for (const [i, step] of steps.entries()) {
    if (step.who === 'member' && !members.has(step.member)) {
      return `plan.steps.${i}: there is no member "${step.member}"`;
    }
    if (step.who === 'process' && !processes.has(step.process)) {
      return `plan.steps.${i}: there is no process "${step.process}"`;
    }
  }
  return null;
}

const numbered = (kind: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${kind}-${i + 1}`);
