/** Where the package lies, whether it runs from its sources or compiled. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Absolute, with a slash at its end. */
export function packageRoot(): string {
  const found = ['../../', '../../../']
    .map((up) => fileURLToPath(new URL(up, import.meta.url)))
    .find((folder) => existsSync(`${folder}package.json`));
  if (found === undefined) throw new Error('the package has lost its package.json');
  return found;
}

export function packageVersion(): string {
  const text = readFileSync(`${packageRoot()}package.json`, 'utf8');
  return /"version":\s*"([^"]+)"/.exec(text)?.[1] ?? '0.0.0';
}
