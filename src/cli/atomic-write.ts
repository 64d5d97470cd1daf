/** Files that are there whole or not at all: written beside their place, then renamed into it. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { threadId } from 'node:worker_threads';
import { makeFolder } from './make-folder.ts';
import { UsageError } from './usage-error.ts';

/** Throws `UsageError` if it cannot be written. */
export function writeWhole(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}-${threadId}.tmp`;
  try {
    makeFolder(dirname(path));
    writeFileSync(unfinished, text);
    renameSync(unfinished, path);
  } catch (error) {
    discard(unfinished);
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new UsageError(`${path}: cannot be written (${code}); make room, or name another --out`);
  }
}

function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // What keeps it from being written keeps it from being there.
  }
}
