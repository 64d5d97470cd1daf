import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { emptyFolder, interregnum } from './cli-process.test-suite.ts';

const { path: cwd, remove } = emptyFolder();
afterAll(remove);

const name = z.string().min(1);
const listSchema = z.object({
  scenarios: z.array(
    z.object({ name, title: name, rules: z.array(name).min(1), tags: z.array(name) }),
  ),
  invariants: z.array(
    z.object({ id: z.string().regex(/^INV-/), rules: z.array(name).min(1), summary: name }),
  ),
  variants: z.array(z.object({ id: name, summary: name, caughtBy: z.array(name).min(1) })),
  faults: z.array(name),
});

describe('H4: list names what there is', () => {
  it('as data', async () => {
    const { code, stdout } = await interregnum(cwd, ['list', '--json']);
    expect(code).toBe(0);
    const { scenarios, invariants, variants, faults } = listSchema.parse(JSON.parse(stdout));
    expect(scenarios.map((each) => each.name)).toContain('host-back-at-29s');
    expect(variants.map(({ id }) => id)).toContain('promote-on-close');
    expect(faults).toContain('message-drop');
    const known = new Set(invariants.map(({ id }) => id));
    for (const { caughtBy } of variants) for (const id of caughtBy) expect(known).toContain(id);
  });

  it('as tables', async () => {
    const { code, stdout } = await interregnum(cwd, ['list']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}host-back-at-29s +A host/m);
  });
});

describe('H2: doctor', () => {
  it('finds this machine fit', async () => {
    const { code, stdout } = await interregnum(cwd, ['doctor']);
    expect(stdout).toContain('FIT  all is well');
    expect(code).toBe(0);
  });

  it('exits 2 where reports cannot be written', async () => {
    const { code, stdout } = await interregnum(cwd, ['doctor', '--out', '/proc/reports']);
    expect(stdout).toMatch(/^bad +output/m);
    expect(code).toBe(2);
  });
});
