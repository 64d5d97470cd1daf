import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseScenario, scenarioErrorText } from './parse-scenario.ts';

const DIRECTORY = new URL('../../scenarios/', import.meta.url);
const files = readdirSync(DIRECTORY, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml'))
  .sort();

describe('H1: the scenarios of this repository', () => {
  it.each(files)('H1: %s says what must come of it', (file) => {
    const text = readFileSync(new URL(file, DIRECTORY), 'utf8');
    const parsed = parseScenario(`scenarios/${file}`, text);
    expect(parsed.ok ? [] : parsed.errors.map(scenarioErrorText)).toEqual([]);
    if (!parsed.ok || parsed.scenario.tags.includes('random')) return;
    expect(parsed.scenario.expect.rooms).not.toEqual([]);
  });
});
