/** What the form of a scenario file forbids, in words that say what would be right. */
import { z } from 'zod';
import { nearest } from './nearest.ts';
import type { Path, Problems } from './problem.ts';
import { scenarioSchema } from './scenario-schema.ts';
import type { YamlSource } from './yaml-source.ts';

type Issue = z.core.$ZodIssue;

/** Says each way in which the file breaks the schema. */
export function addFormProblems(
  issues: readonly Issue[],
  source: YamlSource,
  problems: Problems,
): void {
  for (const issue of issues) addIssue(issue, [], source, problems);
}

function addIssue(issue: Issue, prefix: Path, source: YamlSource, problems: Problems): void {
  const path = [...prefix, ...issue.path.map((part) => (typeof part === 'symbol' ? '' : part))];
  const written = source.at(path);
  switch (issue.code) {
    case 'unrecognized_keys':
      for (const key of issue.keys) {
        const hint = nearest(key, keysAt(path, source));
        problems.add([...path, key], `unknown key "${key}"`, hint, 'key');
      }
      return;
    case 'invalid_union':
      addUnion(issue, path, source, problems);
      return;
    case 'invalid_value': {
      const values = issue.values.map(String);
      if (addMissing(path, written, problems)) return;
      const message = `"${String(written)}" is none of ${values.join(', ')}`;
      problems.add(path, message, nearest(String(written), values));
      return;
    }
    case 'invalid_type':
      if (addMissing(path, written, problems)) return;
      problems.add(path, `${label(path)} must be ${article(issue.expected)}`);
      return;
    case 'too_small':
      problems.add(path, `${label(path)} must ${extent(issue)} at least ${issue.minimum}`);
      return;
    case 'too_big':
      problems.add(path, `${label(path)} must ${extent(issue)} at most ${issue.maximum}`);
      return;
    default:
      problems.add(path, `${label(path)} ${issue.message}`);
  }
}

function addMissing(path: Path, written: unknown, problems: Problems): boolean {
  if (written !== undefined) return false;
  problems.add(path, `${label(path)} is missing`);
  return true;
}

/** A step is read as the kind whose key it has; every other choice is between values, and says itself what is right. */
function addUnion(
  issue: Issue & { readonly code: 'invalid_union' },
  path: Path,
  source: YamlSource,
  problems: Problems,
): void {
  if (addMissing(path, source.at(path), problems)) return;
  if (path[0] === 'steps' && path.length === 2) {
    addStep(issue, path, source, problems);
    return;
  }
  const structured = issue.errors.findIndex((branch) =>
    branch.some((inner) => inner.path.length > 0 || inner.code === 'unrecognized_keys'),
  );
  if (structured >= 0 && typeof source.at(path) === 'object') {
    for (const inner of issue.errors[structured] ?? []) addIssue(inner, path, source, problems);
    return;
  }
  const said = issue.message === 'Invalid input' ? 'has none of the possible forms' : issue.message;
  problems.add(path, `${label(path)} ${said}`);
}

const STEP_KEYS = ['member', 'operator', 'process', 'network', 'store'];

function addStep(
  issue: Issue & { readonly code: 'invalid_union' },
  path: Path,
  source: YamlSource,
  problems: Problems,
): void {
  const step = source.at(path);
  const keys = typeof step === 'object' && step !== null ? Object.keys(step) : [];
  const kind = STEP_KEYS.findIndex((key) => keys.includes(key));
  if (kind >= 0) {
    for (const inner of issue.errors[kind] ?? []) addIssue(inner, path, source, problems);
    return;
  }
  const misspelt = keys.find((key) => nearest(key, STEP_KEYS) !== null && key !== 'at');
  const message = 'a step says who acts: one of member, operator, process, network, store';
  if (misspelt === undefined) problems.add(path, message);
  else problems.add([...path, misspelt], message, nearest(misspelt, STEP_KEYS), 'key');
}

/** The keys that may stand at the path. */
function keysAt(path: Path, source: YamlSource): readonly string[] {
  let schemas: readonly z.core.$ZodType[] = [scenarioSchema];
  for (const [i, part] of path.entries()) {
    schemas = schemas.flatMap(unwrapped).flatMap((schema) => inside(schema, part));
    if (i === 1 && path[0] === 'steps') schemas = stepSchema(schemas, source.at(path.slice(0, 2)));
  }
  return schemas
    .flatMap(unwrapped)
    .flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []));
}

function stepSchema(
  schemas: readonly z.core.$ZodType[],
  step: unknown,
): readonly z.core.$ZodType[] {
  const key = STEP_KEYS.find((known) => typeof step === 'object' && step !== null && known in step);
  return schemas
    .flatMap(unwrapped)
    .filter((schema) => schema instanceof z.ZodObject && key !== undefined && key in schema.shape);
}

function unwrapped(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodExactOptional) return unwrapped(schema.unwrap());
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(unwrapped);
  return [schema];
}

function inside(schema: z.core.$ZodType, part: string | number): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodRecord) return [schema.valueType];
  if (!(schema instanceof z.ZodObject)) return [];
  const field: unknown = Reflect.get(schema.shape, part);
  return field instanceof z.ZodType ? [field] : [];
}

/** How a message names a place: by its last key. */
function label(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return 'a scenario';
  if (typeof last === 'string') return last;
  const list = path.at(-2);
  return typeof list === 'string' ? `an entry of ${list}` : 'an entry';
}

const article = (type: string): string => {
  if (type === 'object' || type === 'record') return 'a map of keys and values';
  if (type === 'array') return 'a list';
  if (type === 'int' || type === 'number') return 'a whole number';
  return type === 'boolean' ? 'true or false' : `a ${type}`;
};

const extent = ({ origin }: { readonly origin: string }): string =>
  origin === 'array'
    ? 'have a number of entries of'
    : origin === 'string'
      ? 'have a length of'
      : 'be';
