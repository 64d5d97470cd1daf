import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { emptyFolder, interregnum } from './cli-process.test-suite.ts';

const { path: cwd, remove } = emptyFolder();
afterAll(remove);
writeFileSync(
  join(cwd, 'bad.yaml'),
  'title: bad\nrules: [P5]\nmembers: [ana]\nsteps:\n  - { at: 1s, membr: ana, does: open }\n',
);
writeFileSync(join(cwd, 'a-file'), '');
mkdirSync(join(cwd, 'closed'));
chmodSync(join(cwd, 'closed'), 0o500);

describe('H1: bad input exits 2, names the place and what would be right', () => {
  it.each([
    [['rum'], 'Did you mean run?'],
    [['run', '--varian', 'x'], 'Did you mean --variant?'],
    [['run', 'host-flips'], 'did you mean "host-flaps"?'],
    [['run', '--variant', 'promote-on-clse'], 'did you mean "promote-on-close"?'],
    [['run', '--tag', 'randm'], 'did you mean "random"?'],
    [['run', '--seeds', '0'], 'a range of indices from 1'],
    [['run', '--seeds', '5..2'], 'a range of indices from 1'],
    [['run', '--seed', '-1'], 'a whole number from 0'],
    [['run', '--for', '60'], '500ms, 60s, 5m or 1h'],
    [['run', '--shard', '4/3'], '1/3, 2/3 or 3/3'],
    [['run', '--threads', '0'], 'a whole number from 1'],
    [['run', '--store', 'disk'], 'memory, sqlite'],
    [['run', '--shape', 'leger'], 'Expected coordinator or ledger; did you mean "ledger"?'],
    [['run', '--strategy', 'pct'], 'Allowed choices are random'],
    [['run', '--grep', '('], 'Invalid regular expression'],
    [['run', '--grep', 'no such thing'], 'nothing matched'],
    [['run', './missing.yaml'], './missing.yaml: there is no such file'],
    [['run', './bad.yaml'], './bad.yaml:5:'],
    [['run', './bad.yaml'], 'did you mean "member"?'],
    [['run', 'host-flaps', 'host-flaps'], 'is given twice'],
    [['run', '--out', 'a-file/reports'], '--out a-file/reports: cannot be written'],
    [['run', '--out', '/proc/reports'], '--out /proc/reports: cannot be written'],
    [['replay'], "missing required argument 'repro'"],
    [['replay', 'nothing'], 'scenario:seed:strategy:texthash'],
    [['replay', 'host-flaps:1:pct:00000000'], 'expected random'],
    [['replay', 'host-flips:1:random:00000000'], 'did you mean "host-flaps"?'],
    [['replay', 'host-flaps:1:random:00000000:variant=promote'], 'unknown variant "promote"'],
    [['replay', './missing.json'], './missing.json: there is no such file'],
    [
      ['replay', 'host-flaps:1:random:00000000', '--shape', 'log'],
      'Expected coordinator or ledger',
    ],
    [
      ['replay', 'host-flaps:1:random:00000000', '--on', 'server'],
      'Allowed choices are memory, sqlite',
    ],
  ])('interregnum %j', async (args, said) => {
    const { code, stdout, stderr } = await interregnum(cwd, args);
    expect(stderr).toContain(said);
    expect(stdout).toBe('');
    expect(code).toBe(2);
    expect(existsSync(join(cwd, 'reports', 'report.json'))).toBe(false);
  });
});

describe('H1: every command has help with examples', () => {
  it.each([
    [['--help']],
    [['run', '--help']],
    [['replay', '--help']],
    [['list', '--help']],
    [['doctor', '--help']],
  ])('interregnum %j', async (args) => {
    const { code, stdout } = await interregnum(cwd, args);
    expect(code).toBe(0);
    expect(stdout).toContain('Examples:\n  $ interregnum');
  });
});

describe('H6: a bug in interregnum itself exits 70, and says so', () => {
  it('with its stack', async () => {
    const broken = 'Array.prototype.flatMap=()=>{throw new TypeError("broken")}';
    const environment = {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(broken)}`,
    };
    const { code, stderr } = await interregnum(cwd, ['list'], environment);
    expect(stderr).toMatch(/this is a bug in interregnum.*\nTypeError: broken\n +at /);
    expect(code).toBe(70);
  });
});

describe('H6: what cannot be written is no bug of ours, and takes nothing back', () => {
  it('a report in whose place a folder is', async () => {
    mkdirSync(join(cwd, 'taken', 'report.json'), { recursive: true });
    const args = ['run', 'host-back-at-29s', '--seeds', '1', '--out', 'taken', '--json'];
    const { code, stdout, stderr } = await interregnum(cwd, args);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 2, runs: 1, failures: [] });
    expect(stderr).toContain('error: taken/report.json: cannot be written (EISDIR)');
  });
});
