import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scenarioJsonSchema } from './scenario-schema.ts';

const FILE = new URL('../../scenarios/scenario.schema.json', import.meta.url);

it('H1: the schema for editors is that of the scenarios that are read', () => {
  const kept: unknown = JSON.parse(readFileSync(FILE, 'utf8'));
  expect(kept).toEqual(scenarioJsonSchema());
});
