import { describe, expect, it } from 'vitest';
import { AMBIENT_EXCEPTIONS } from './ambient-names.ts';
import { ambientViolations } from './ambient-rules.ts';
import { cycleViolations, unreachedViolations } from './import-graph.ts';
import { importViolations } from './import-rules.ts';
import { readRepository } from './repository.ts';
import { roomOf } from './rooms.ts';
import { parseTree, printViolations, type SourceTree, type Violation } from './source-file.ts';

type Check = (tree: SourceTree) => Violation[];

function messages(check: Check, texts: Readonly<Record<string, string>>): string[] {
  return printViolations(check(parseTree(texts)));
}

const withoutExceptions: Check = (tree) => ambientViolations(tree, []);

describe('the tree keeps the architecture', () => {
  const tree = readRepository();

  it('reads all of it', () => {
    expect(tree.has('src/core/decide.ts')).toBe(true);
    expect(tree.has('checks/rooms.ts')).toBe(true);
  });

  it('H4: imports only what the table of rooms allows', () => {
    expect(printViolations(importViolations(tree))).toEqual([]);
  });

  it('has no circle of imports', () => {
    expect(printViolations(cycleViolations(tree))).toEqual([]);
  });

  it('has no file that nothing reaches', () => {
    expect(printViolations(unreachedViolations(tree))).toEqual([]);
  });

  it('names time, chance, locale and the process only where the table says', () => {
    expect(printViolations(ambientViolations(tree, AMBIENT_EXCEPTIONS))).toEqual([]);
  });
});

describe('a bad import is refused', () => {
  /** A file and what it imports; the target exists, so that only the table can refuse it. */
  const refused: readonly (readonly [name: string, from: string, statement: string])[] = [
    ['core to ports', 'src/core/a.ts', "import { b } from '../ports/b.ts';"],
    ['core to ports, types only', 'src/core/a.ts', "import type { B } from '../ports/b.ts';"],
    ['core to ports, inline type', 'src/core/a.ts', "import { type B } from '../ports/b.ts';"],
    ['core to ports, type of import', 'src/core/a.ts', "type B = import('../ports/b.ts').B;"],
    ['core to ports, re-export', 'src/core/a.ts', "export * from '../ports/b.ts';"],
    ['core to ports, named re-export', 'src/core/a.ts', "export { b } from '../ports/b.ts';"],
    ['core to ports, type re-export', 'src/core/a.ts', "export type { B } from '../ports/b.ts';"],
    ['core to ports, side effect', 'src/core/a.ts', "import '../ports/b.ts';"],
    ['core to ports, dynamic', 'src/core/a.ts', "const b = await import('../ports/b.ts');"],
    ['core to ports, import equals', 'src/core/a.ts', "import b = require('../ports/b.ts');"],
    ['core to ports, require', 'src/core/a.ts', "const b = require('../ports/b.ts');"],
    ['core to Node', 'src/core/a.ts', "import { join } from 'node:path';"],
    ['core to Node without its prefix', 'src/core/a.ts', "import { join } from 'path';"],
    ['core to a package', 'src/core/a.ts', "import { z } from 'zod';"],
    ['ports to service', 'src/ports/a.ts', "import { b } from '../service/b.ts';"],
    ['service to stores', 'src/service/a.ts', "import { b } from '../stores/b.ts';"],
    ['workers to stores', 'src/workers/a.ts', "import { b } from '../stores/b.ts';"],
    ['client to server', 'src/client/a.ts', "import { b } from '../server/b.ts';"],
    ['stores to service', 'src/stores/a.ts', "import { b } from '../service/b.ts';"],
    ['server to command line', 'src/server/a.ts', "import { b } from '../cli/b.ts';"],
    ['production to simulator', 'src/service/a.ts', "import { b } from '../../sim/api.ts';"],
    ['server to simulator', 'src/server/a.ts', "import { b } from '../../sim/api.ts';"],
    ['simulator to command line', 'sim/world/a.ts', "import { b } from '../../src/cli/b.ts';"],
    ['simulator to server', 'sim/world/a.ts', "import { b } from '../../src/server/b.ts';"],
    ['simulator to files', 'sim/kernel/a.ts', "import { readFileSync } from 'node:fs';"],
    ['simulator to files, promised', 'sim/trace/a.ts', "import { open } from 'node:fs/promises';"],
    ['simulator to a database', 'sim/world/a.ts', "import Database from 'better-sqlite3';"],
    ['simulator to threads', 'sim/world/a.ts', "import { Tinypool } from 'tinypool';"],
    ['example to core', 'examples/one/a.ts', "import type { B } from '../../src/core/b.ts';"],
    [
      'example to a value of the door',
      'examples/one/a.ts',
      "import { b } from '../../sim/api.ts';",
    ],
    [
      'example to the simulator',
      'examples/one/a.ts',
      "import type { B } from '../../sim/world/b.ts';",
    ],
    ['example to another example', 'examples/one/a.ts', "import { b } from '../two/b.ts';"],
    ['test of core to ports', 'src/core/a.test.ts', "import { b } from '../ports/b.ts';"],
    [
      'test of core to a room of the simulator',
      'src/core/a.test.ts',
      "import '../../sim/world/b.ts';",
    ],
    ['code to a test', 'src/core/a.ts', "import { b } from './b.test.ts';"],
    ['code to a suite', 'src/stores/a.ts', "import { b } from './b.test-suite.ts';"],
    ['anyone to what does not exist', 'src/core/a.ts', "import { c } from './missing.ts';"],
    ['anyone to what is computed', 'sim/world/a.ts', 'const b = await import(name);'],
  ];

  const targets = Object.fromEntries(
    [
      ...['core', 'ports', 'service', 'stores', 'server', 'cli'].map((room) => `src/${room}/b.ts`),
      ...['src/core/b.test.ts', 'src/stores/b.test-suite.ts', 'examples/two/b.ts'],
      ...['sim/api.ts', 'sim/world/b.ts'],
    ].map((path) => [path, 'export const b = 1;']),
  );

  it.each(refused)('%s', (_name, from, statement) => {
    const found = messages(importViolations, { ...targets, [from]: `\n${statement}` });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(`${from}:2 `);
  });

  it('says what would be right', () => {
    const texts = { ...targets, 'src/service/a.ts': "import { b } from '../stores/b.ts';" };
    expect(messages(importViolations, texts)).toEqual([
      'src/service/a.ts:1 src/service may not import src/stores/b.ts; it may: src/core, src/ports',
    ]);
  });

  it('lets pass what the table allows', () => {
    const texts = {
      ...targets,
      'src/service/a.ts': "import type { B } from '../core/b.ts'; import '../ports/b.ts';",
      'src/cli/a.ts': "import '../../sim/world/b.ts'; import chalk from 'chalk';",
      'sim/trace/a.ts': "import 'node:fs'; import '../world/b.ts'; import '../../src/stores/b.ts';",
      'sim/on-server/a.ts': "import '../../src/server/b.ts'; import '../world/b.ts';",
      'sim/world/a.test.ts': "import { it } from 'vitest'; import '../api.ts';",
      'src/core/a.test.ts': "import { it } from 'vitest'; import '../../sim/api.ts';",
      'examples/two/a.ts': "import type { B } from 'interregnum/sim'; import './b.ts';",
      'bench/a.ts': "import '../sim/world/b.ts'; import { Bench } from 'tinybench';",
    };
    expect(messages(importViolations, texts)).toEqual([]);
  });
});

describe('a file out of place is refused', () => {
  it.each(['src/a.ts', 'src/helper/a.ts', 'sim/new-room/a.ts', 'sim/deep/er/a.ts'])(
    '%s',
    (path) => {
      expect(roomOf(path)).toBeUndefined();
      expect(messages(importViolations, { [path]: '' })).toHaveLength(1);
    },
  );

  it.each(['src/core/utils.ts', 'src/core/helpers/a.ts', 'sim/world/common.test.ts'])(
    '%s says nothing of its concept',
    (path) => {
      expect(messages(importViolations, { [path]: '' })[0]).toMatch('says nothing');
    },
  );
});

describe('a circle of imports is refused', () => {
  it.each(["import { b } from './b.ts';", "import type { B } from './b.ts';"])(
    '%s',
    (statement) => {
      const texts = {
        'src/core/a.ts': statement,
        'src/core/b.ts': "export { c } from './c.ts';",
        'src/core/c.ts': "const a = await import('./a.ts');",
      };
      expect(messages(cycleViolations, texts)).toEqual([
        'src/core/a.ts:1 is in a circle of imports: src/core/a.ts → src/core/b.ts → src/core/c.ts → src/core/a.ts',
      ]);
    },
  );

  it('of one file with itself', () => {
    const texts = { 'src/core/a.ts': "import type { A } from './a.ts';" };
    expect(messages(cycleViolations, texts)).toHaveLength(1);
  });

  it('but two ways to one file are none', () => {
    const texts = {
      'src/core/a.ts': "import './b.ts'; import './c.ts';",
      'src/core/b.ts': "import './c.ts';",
      'src/core/c.ts': '',
    };
    expect(messages(cycleViolations, texts)).toEqual([]);
  });
});

describe('a file that nothing reaches is refused', () => {
  it('alone, or with another that only it imports', () => {
    const texts = {
      'src/cli/main.ts': "await import('./run.ts');",
      'src/cli/run.ts': "new URL('./run-worker.js', import.meta.url);",
      'src/cli/run-worker.ts': "import type { A } from '../core/a.ts';",
      'src/core/a.ts': '',
      'src/core/dead.ts': "import './dead-too.ts';",
      'src/core/dead-too.ts': '',
    };
    expect(messages(unreachedViolations, texts)).toEqual([
      expect.stringMatching(/^src\/core\/dead\.ts/),
      expect.stringMatching(/^src\/core\/dead-too\.ts/),
    ]);
  });

  it('also a shared suite that no test runs', () => {
    expect(messages(unreachedViolations, { 'src/stores/a.test-suite.ts': '' })).toHaveLength(1);
  });
});

describe('time, chance, locale and the process are refused outside their adapters', () => {
  const refused: readonly (readonly [statement: string, name: string])[] = [
    ['const t = Date.now();', 'Date.now'],
    ["const t = Date['now']();", 'Date.now'],
    ['const t = new Date();', 'new Date()'],
    ['const t = new Date;', 'new Date()'],
    ['const t = Date();', 'Date'],
    ['const { now } = Date;', 'Date'],
    ['const Clock = Date;', 'Date'],
    ['const r = Math.random();', 'Math.random'],
    ['const { random } = Math;', 'Math'],
    ['setTimeout(run, 1);', 'setTimeout'],
    ['setInterval(run, 1);', 'setInterval'],
    ['setImmediate(run);', 'setImmediate'],
    ['queueMicrotask(run);', 'queueMicrotask'],
    ['globalThis.setTimeout(run, 1);', 'globalThis'],
    ['const later = { setTimeout };', 'setTimeout'],
    ['const signal = AbortSignal.timeout(5);', 'AbortSignal.timeout'],
    ['const id = ids.randomUUID();', 'randomUUID'],
    ["import { randomUUID as id } from './ids.ts';", 'randomUUID'],
    ['const cwd = process.cwd();', 'process'],
    ['{ const process = fake; }; process.exit();', 'process'],
    ['const step = (process: Fake) => process.step(); step(process);', 'process'],
    ['names.sort((a, b) => a.localeCompare(b));', 'localeCompare'],
    ["names.sort((a, b) => a['localeCompare'](b));", 'localeCompare'],
    ['const text = amount.toLocaleString();', 'toLocaleString'],
    ['const format = new Intl.NumberFormat();', 'Intl'],
    ['const t = performance.now();', 'performance'],
    ['const held = new WeakRef(room);', 'WeakRef'],
  ];

  it.each(refused)('%s', (statement, name) => {
    const found = messages(withoutExceptions, { 'sim/kernel/a.ts': `\n${statement}` });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(`sim/kernel/a.ts:2 names ${name}: `);
  });

  it('the message names the replacement', () => {
    const found = messages(withoutExceptions, { 'src/client/a.ts': 'setTimeout(run, 5);' });
    expect(found[0]).toMatch('Clock.sleep (src/ports/clock.ts)');
  });

  it.each([
    'type Later = typeof setTimeout; interface Has { process: typeof process; at: Date }',
    'const at = new Date(ms).toISOString(); const utc = Date.UTC(2026, 0); at instanceof Date;',
    'clock.setTimeout(run, 5); const table = { process: 1 }; const r = Math.floor(x);',
    'const step = (process: Fake) => process.step(); for (const process of all) process.stop();',
    'function run({ Date, setTimeout }: Clock) { setTimeout(() => Date.now(), 5); return new Date(); }',
    'try { run(); } catch (global) { stop(global); }',
    'class Fake { setTimeout(): void {} process = 1; }',
    "// Date.now() in a comment\nconst text = 'Math.random()';",
  ])('harmless: %s', (text) => {
    expect(messages(withoutExceptions, { 'sim/kernel/a.ts': text })).toEqual([]);
  });

  it.each(['src/adapters/a.ts', 'src/cli/a.ts', 'src/server/a.ts', 'bench/a.ts'])(
    'allowed in %s',
    (path) => {
      expect(messages(withoutExceptions, { [path]: 'Date.now(); process.exit();' })).toEqual([]);
    },
  );

  it('an exception holds for its file and name, and is refused once idle', () => {
    const tree = parseTree({ 'sim/kernel/a.ts': 'setImmediate(run); Date.now();' });
    const exception = { file: 'sim/kernel/a.ts', names: ['setImmediate', 'process'], reason: '' };
    expect(printViolations(ambientViolations(tree, [exception]))).toEqual([
      expect.stringMatching(/^sim\/kernel\/a\.ts:1 names Date\.now/),
      'sim/kernel/a.ts:1 no longer uses process: drop the exception',
    ]);
  });
});
