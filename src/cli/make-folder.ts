/** Makes a folder and those above it; `mkdirSync` with `recursive` never returns where a file system refuses (as /proc does). */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another thread was faster.
    if (!existsSync(path)) throw error;
  }
}
