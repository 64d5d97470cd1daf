import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { emptyFolder, start } from './cli-process.test-suite.ts';
import { reportIn } from './report-schema.test-suite.ts';

const { path: cwd, remove } = emptyFolder();
afterAll(remove);

describe('H6: Ctrl-C ends the run soon, and the partial report is there (exit 130)', () => {
  it.each(['1', '2'])('on %s threads', async (threads) => {
    const args = [
      'run',
      'random-lease',
      '--for',
      '60s',
      '--threads',
      threads,
      '--json',
      '--out',
      threads,
    ];
    const { child, ended } = start(cwd, args);
    await sleep(5_000);
    child.kill('SIGINT');
    const beforeMs = performance.now();
    const { code, stdout, stderr } = await ended;
    expect(performance.now() - beforeMs).toBeLessThan(6_000);
    expect(code).toBe(130);
    const report = reportIn(stdout);
    expect(report).toMatchObject({ exitCode: 130, verdict: 'interrupted' });
    expect(report.runs).toBeGreaterThan(0);
    expect(stderr).toContain('INTERRUPTED');
    expect(readFileSync(join(cwd, threads, 'report.json'), 'utf8')).toBe(stdout);
  });
});
