import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { emptyFolder, interregnum, WRONG_EXPECTATION } from './cli-process.test-suite.ts';
import { reportIn } from './report-schema.test-suite.ts';

const { path: cwd, remove } = emptyFolder();
afterAll(remove);
writeFileSync(join(cwd, 'wrong.yaml'), WRONG_EXPECTATION);

/** Some scripted, some with chance and faults. */
const SAMPLE = ['host-flaps', 'equal-joined-at', 'random-rollover', 'lossy-network'];
const ESCAPE = '\u001b[';

async function report(args: readonly string[]) {
  const ended = await interregnum(cwd, ['run', '--json', ...args]);
  return { ...ended, report: reportIn(ended.stdout) };
}

const sum = (digests: readonly string[]): string =>
  (digests.reduce((total, digest) => total + BigInt(`0x${digest}`), 0n) & 0xffff_ffff_ffff_ffffn)
    .toString(16)
    .padStart(16, '0');

describe('H2: run gives the same digest', () => {
  it('twice, on one thread and on two, and as the sum of its scenarios', async () => {
    const budget = [...SAMPLE, '--seeds', '1..16'];
    const [once, twice] = await Promise.all([
      report([...budget, '--threads', '1', '--out', 'a']),
      report([...budget, '--threads', '2', '--out', 'b']),
    ]);
    expect(once.code).toBe(0);
    expect(once.report.verdict).toBe('pass');
    expect(once.report.runs).toBe(4 * 16);
    expect({ ...twice.report, wallMs: 0 }).toEqual({ ...once.report, wallMs: 0 });
    expect(sum(once.report.scenarios.map(({ digest }) => digest))).toBe(once.report.digest);
  });

  it('as the sum of its shards, each run in exactly one of them', async () => {
    const budget = [...SAMPLE, '--seeds', '1..10'];
    const whole = await report(budget);
    const shards = await Promise.all(
      ['1/3', '2/3', '3/3'].map((shard) => report([...budget, '--shard', shard, '--out', shard])),
    );
    const parts = shards.map((each) => each.report);
    expect(parts.reduce((runs, part) => runs + part.runs, 0)).toBe(whole.report.runs);
    expect(sum(parts.map(({ digest }) => digest))).toBe(whole.report.digest);
    expect(sum(parts.map(({ commitsDigest }) => commitsDigest))).toBe(whole.report.commitsDigest);
  });

  it('of what was committed on SQLite as in memory', async () => {
    const budget = [...SAMPLE, '--seeds', '5'];
    const memory = await report([...budget, '--store', 'memory']);
    const sqlite = await report([...budget, '--store', 'sqlite']);
    expect(sqlite.code).toBe(0);
    expect(sqlite.report.commitsDigest).toBe(memory.report.commitsDigest);
  });

  it('P27: of what was committed on a ledger as on a coordinator, in memory and on SQLite', async () => {
    const budget = [...SAMPLE, '--seeds', '5'];
    const coordinator = await report(budget);
    for (const store of ['memory', 'sqlite']) {
      const ledger = await report([...budget, '--store', store, '--shape', 'ledger']);
      expect(ledger.code).toBe(0);
      expect(ledger.report).toMatchObject({ store, shape: 'ledger' });
      expect(ledger.report.commitsDigest).toBe(coordinator.report.commitsDigest);
    }
  });

  it('but another one from another base seed', async () => {
    const one = await report(['host-flaps', '--seeds', '5', '--seed', '0']);
    const other = await report(['host-flaps', '--seeds', '5', '--seed', '1']);
    expect(other.report.digest).not.toBe(one.report.digest);
  });
});

describe('H6: a failing run', () => {
  it('exits 1, and is kept in a repro file', async () => {
    const { code, report: found } = await report(['./wrong.yaml', '--seeds', '3']);
    expect(code).toBe(1);
    expect(found).toMatchObject({ exitCode: 1, verdict: 'fail', runs: 3 });
    expect(found.failures).toHaveLength(3);
    const [first] = found.failures;
    expect(first).toMatchObject({ kind: 'safety', invariant: 'INV-EXPECTATION', rules: ['P5'] });
    const kept: unknown = JSON.parse(readFileSync(join(cwd, first?.reproFile ?? ''), 'utf8'));
    expect(kept).toMatchObject({ repro: first?.repro, seed: first?.seed, version: 1 });
    expect(existsSync(join(cwd, 'reports', 'report.json'))).toBe(true);
  });

  it('stops at --max-failures, on any number of threads at the same run', async () => {
    const budget = ['./wrong.yaml', '--seeds', '20', '--max-failures', '1'];
    const one = await report([...budget, '--threads', '1']);
    const two = await report([...budget, '--threads', '2']);
    expect(one.report.runs).toBe(1);
    expect(two.report.digest).toBe(one.report.digest);
  });
});

describe('H7: too little is inconclusive (exit 5)', () => {
  it('with fewer runs than --min-seeds', async () => {
    const { code, report: found } = await report([
      'host-flaps',
      '--seeds',
      '2',
      '--min-seeds',
      '3',
    ]);
    expect(code).toBe(5);
    expect(found.verdict).toBe('inconclusive');
    expect(found.inconclusive.join()).toContain('host-flaps: 2 runs');
  });

  it('with an empty shard', async () => {
    const { code } = await report(['host-flaps', '--seeds', '1', '--shard', '2/2']);
    expect(code).toBe(5);
  });
});

describe('what run prints (harness §6)', () => {
  const held = ['run', 'host-flaps', '--seeds', '2'];

  it('with --json is data on stdout, prose on stderr', async () => {
    const { stdout, stderr } = await interregnum(cwd, [...held, '--json']);
    expect(reportIn(stdout).verdict).toBe('pass');
    expect(stderr).toContain('PASS');
  });

  it('with -q is the verdict', async () => {
    const { stdout, stderr } = await interregnum(cwd, [...held, '-q']);
    expect(stdout).toBe('PASS  every invariant held in 2 runs\n');
    expect(stderr).toBe('');
  });

  it('has colour where FORCE_COLOR says so, and none with NO_COLOR, --no-color or in a pipe', async () => {
    const coloured = await interregnum(cwd, held, { FORCE_COLOR: '1' });
    expect(coloured.stdout).toContain(ESCAPE);
    const plain = await Promise.all([
      interregnum(cwd, held),
      interregnum(cwd, held, { FORCE_COLOR: '1', NO_COLOR: '1' }),
      interregnum(cwd, [...held, '--no-color'], { FORCE_COLOR: '1' }),
    ]);
    for (const { stdout } of plain) expect(stdout).not.toContain(ESCAPE);
  });

  it('with --trace all writes every event of every run, off of none', async () => {
    await interregnum(cwd, [...held, '--trace', 'all', '--out', 'traced']);
    const { report: found } = await report([
      './wrong.yaml',
      '--seeds',
      '1',
      '--trace',
      'off',
      '--out',
      'off',
    ]);
    expect(existsSync(join(cwd, 'traced', 'traces'))).toBe(true);
    expect(found.failures).toHaveLength(1);
    expect(existsSync(join(cwd, 'off', 'traces'))).toBe(false);
  });
});
