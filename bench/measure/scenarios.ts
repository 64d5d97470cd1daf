/** The scenarios that come with the project, as the command line loads them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseScenario, scenarioErrorText } from '../../sim/plan/parse-scenario.ts';
import type { Scenario } from '../../sim/plan/scenario.ts';

const FOLDER = 'scenarios';

/** All scenarios, by name. The benchmark is run in the folder of the project. */
export const allScenarios = (): readonly Scenario[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => loaded(join(FOLDER, name)));

export const scenarioNamed = (name: string): Scenario => loaded(join(FOLDER, `${name}.yaml`));

function loaded(file: string): Scenario {
  const parsed = parseScenario(file, readFileSync(file, 'utf8'));
  if (!parsed.ok) throw new Error(parsed.errors.map(scenarioErrorText).join('\n'));
  return parsed.scenario;
}
