/** From the text of a scenario file to a scenario, or to everything that is wrong with it, each with its place. */
import { addFormProblems } from './form-problems.ts';
import { Problems } from './problem.ts';
import { resolveScenario } from './resolve-scenario.ts';
import type { Scenario } from './scenario.ts';
import { scenarioSchema } from './scenario-schema.ts';
import { YamlSource } from './yaml-source.ts';

export interface ScenarioError {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  readonly message: string;
  /** The valid key or name that was likely meant; null: none is near enough. */
  readonly nearest: string | null;
}

export type ParsedScenario =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly errors: readonly ScenarioError[] };

/** `file` only names the scenario and the place of errors; nothing is read. */
export function parseScenario(file: string, text: string): ParsedScenario {
  const source = new YamlSource(text);
  if (source.syntaxProblems.length > 0) {
    const errors = source.syntaxProblems.map((problem) => ({ file, ...problem, nearest: null }));
    return { ok: false, errors };
  }
  const problems = new Problems();
  const form = scenarioSchema.safeParse(source.data);
  const scenario = form.success ? resolveScenario(file, text, form.data, problems) : null;
  if (!form.success) addFormProblems(form.error.issues, source, problems);
  if (scenario !== null && problems.found.length === 0) return { ok: true, scenario };
  const errors = problems.found
    .map(({ path, at, message, nearest }) => ({
      file,
      ...source.position(path, at),
      message,
      nearest,
    }))
    .sort((a, b) => a.line - b.line || a.column - b.column);
  return { ok: false, errors };
}

/** `scenarios/x.yaml:12:5: unknown key "serverNotice"; did you mean "serverNotices"?` */
export function scenarioErrorText({ file, line, column, message, nearest }: ScenarioError): string {
  const hint = nearest === null ? '' : `; did you mean "${nearest}"?`;
  return `${file}:${line}:${column}: ${message}${hint}`;
}
