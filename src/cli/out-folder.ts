/** The folder for reports: found to be writable before anything runs, not after. */
import { accessSync, constants, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { UsageError } from './usage-error.ts';

export function demandWritable(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
    const probe = join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UsageError(
      `--out ${folder}: cannot be written (${code}); name a folder that can be made or written`,
    );
  }
}
