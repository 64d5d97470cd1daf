/** The built command as a child process, in a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { packageRoot } from './package-root.ts';

/** As the package's `bin` has it. */
const MAIN = join(packageRoot(), 'dist', 'src', 'cli', 'main.js');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** A folder that `remove` takes away again. */
export function emptyFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'cli-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export function start(
  cwd: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Started {
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...inherited } = process.env;
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, ended };
}

export const interregnum = (
  cwd: string,
  args: readonly string[],
  environment?: Readonly<Record<string, string>>,
): Promise<Ended> => start(cwd, args, environment).ended;

/** A scenario that expects what does not happen: its failure is known beforehand. */
export const WRONG_EXPECTATION = `
title: A host that drops is expected to be gone at once
rules: [P5]
members: [ana, ben]
steps:
  - { at: 1s, member: ana, does: open }
  - { at: 2s, member: ben, does: join }
  - { at: 10s, member: ana, does: close }
  - { at: 20s, member: ana, does: return }
end: 40s
expect:
  host: ben
`;
