import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyFolder, interregnum, WRONG_EXPECTATION } from './cli-process.test-suite.ts';

const { path: cwd, remove } = emptyFolder();
afterAll(remove);
const scenario = join(cwd, 'wrong.yaml');
writeFileSync(scenario, WRONG_EXPECTATION);

interface Failed {
  /** What `run` printed of it. */
  readonly text: string;
  /** The command that it printed, without `npx interregnum`. */
  readonly command: readonly string[];
  readonly reproFile: string;
}

async function failedRun(args: readonly string[]): Promise<Failed> {
  const { stdout } = await interregnum(cwd, [
    'run',
    ...args,
    '--seeds',
    '1',
    '--max-failures',
    '1',
  ]);
  const [text = ''] = stdout.split('\n  kept in ');
  const [, command = ''] = /replay {2}npx interregnum (.+)/.exec(text) ?? [];
  const [, reproFile = ''] = /kept in (.+)/.exec(stdout) ?? [];
  return { text, command: command.split(' '), reproFile };
}

const edited = (file: string, edit: (text: string) => string): string => {
  const name = 'edited.json';
  writeFileSync(join(cwd, name), edit(readFileSync(join(cwd, file), 'utf8')));
  return name;
};

describe('H2: replay prints the failure of run, byte for byte', () => {
  it.each([
    ['of a scenario file', ['./wrong.yaml']],
    ['of a known-bad design', ['host-back-at-29s', '--variant', 'promote-on-close']],
    ['of a ledger', ['./wrong.yaml', '--shape', 'ledger']],
  ])('%s', async (_of, args) => {
    const { text, command, reproFile } = await failedRun(args);
    expect(text).toMatch(/^INV-/);
    const byWord = await interregnum(cwd, command);
    expect(byWord).toEqual({ code: 1, stdout: `${text}\n`, stderr: '' });
    const byFile = await interregnum(cwd, ['replay', reproFile]);
    expect(byFile).toEqual(byWord);
    expect(await interregnum(cwd, [...command, '--on', 'sqlite'])).toEqual(byWord);
    expect(await interregnum(cwd, [...command, '--shape', 'coordinator'])).toEqual(byWord);
  });
});

let wrong: Failed = { text: '', command: [], reproFile: '' };
beforeAll(async () => {
  wrong = await failedRun(['./wrong.yaml']);
});

describe('H1: replay', () => {
  it('shows every event with --trace, the first ones with --until', async () => {
    const { command, text } = wrong;
    const traced = await interregnum(cwd, [...command, '--trace']);
    expect(traced.code).toBe(1);
    expect(traced.stdout).toContain(text.replace(/\n +add --trace to see every event/, ''));
    expect(traced.stdout).toMatch(/^ +0\.000s {2}#0 /);
    const until = await interregnum(cwd, [...command, '--until', '4']);
    expect(until.stdout.split('\n').filter((line) => line.includes('  #'))).toHaveLength(5);
  });

  it('prints one object with --json', async () => {
    const { command } = wrong;
    const { code, stdout, stderr } = await interregnum(cwd, [...command, '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      exitCode: 1,
      verdict: 'fail',
      failure: { invariant: 'INV-EXPECTATION' },
    });
    expect(stderr).toContain('INV-EXPECTATION');
  });

  it('says so, and exits 0, where the failure no longer occurs', async () => {
    const { command } = await failedRun(['host-back-at-29s', '--variant', 'promote-on-close']);
    const word = (command.at(-1) ?? '').replace(':variant=promote-on-close', '');
    const { code, stdout } = await interregnum(cwd, ['replay', word]);
    expect(code).toBe(0);
    expect(stdout).toContain('the failure no longer occurs');
  });
});

describe('H2: a stale repro exits 6', () => {
  it('if the scenario has another text', async () => {
    const { command, reproFile } = wrong;
    writeFileSync(scenario, `${WRONG_EXPECTATION}\n# another text\n`);
    const replays = [command, ['replay', reproFile]].map((args) => interregnum(cwd, args));
    for (const { code, stdout } of await Promise.all(replays)) {
      expect(code).toBe(6);
      expect(stdout).toContain('another text of the scenario wrong');
    }
    writeFileSync(scenario, WRONG_EXPECTATION);
  });

  it.each([
    ['cannot be taken', (text: string) => text.replace('"choices":[', '"choices":[1000000,')],
    ['run out', (text: string) => text.replace(/"choices":\[[^\]]*\]/, '"choices":[]')],
    ['are left over', (text: string) => text.replace(/("choices":\[[^\]]+)\]/, '$1,0,0]')],
  ])('if its choices %s', async (_how, edit) => {
    const { reproFile } = wrong;
    const { code, stdout } = await interregnum(cwd, ['replay', edited(reproFile, edit)]);
    expect(code).toBe(6);
    expect(stdout).toContain('recorded');
  });
});

describe('H1: a damaged repro file exits 2, and is named', () => {
  it.each([
    ['cut off', (text: string) => text.slice(0, 200), 'only a part of it'],
    ['something else', () => '{"a": 1}', 'no repro file'],
    [
      'of another version',
      (text: string) => text.replace('"version":1', '"version":2'),
      'version 2',
    ],
    [
      'of an unknown scenario',
      (text: string) => text.replaceAll('./wrong.yaml', 'hst-flaps'),
      'unknown scenario',
    ],
    [
      'whose word names another run',
      (text: string) => text.replace('"repro":"./wrong.yaml', '"repro":"host-flaps'),
      '"repro" is not as it should be: expected ./wrong.yaml:',
    ],
    [
      'with a plan that is none',
      (text: string) => text.replace('"servers":2', '"servers":0'),
      'plan.topology.servers',
    ],
    [
      'with steps of nobody',
      (text: string) => text.replace('"member":"ana"', '"member":"eve"'),
      'no member "eve"',
    ],
    [
      'with settings that do not go together',
      (text: string) => text.replace(/"heartbeatMs":\d+/, '"heartbeatMs":999999'),
      'heartbeatTimeoutMs',
    ],
  ])('%s', async (_how, edit, said) => {
    const { reproFile } = wrong;
    const { code, stderr } = await interregnum(cwd, ['replay', edited(reproFile, edit)]);
    expect(stderr).toContain(said);
    expect(code).toBe(2);
  });
});
