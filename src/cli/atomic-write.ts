/** Files that are there whole or not at all: written beside their place, then renamed into it. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { threadId } from 'node:worker_threads';
import { makeFolder } from './make-folder.ts';

export function writeWhole(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}-${threadId}.tmp`;
  makeFolder(dirname(path));
  try {
    writeFileSync(unfinished, text);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
