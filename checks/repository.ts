/** Reads the files under check from the working tree. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTree, type SourceTree } from './source-file.ts';

const TOP = join(import.meta.dirname, '..');
const FOLDERS = ['src', 'sim', 'bench', 'examples', 'checks'];

export function readRepository(): SourceTree {
  return parseTree(
    Object.fromEntries(FOLDERS.flatMap(filesUnder).map((path) => [path, text(path)])),
  );
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(TOP, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(TOP.length + 1))
    .filter((path) => !path.includes('node_modules'))
    .sort();
}

function text(path: string): string {
  return readFileSync(join(TOP, path), 'utf8');
}
