/** Node.js, the SQLite driver, the output folder. */
import { EXIT } from '../exit-code.ts';
import { demandWritable } from '../out-folder.ts';
import type { Finding } from './check.ts';

const LEAST: readonly [number, number] = [20, 19];

export function nodeVersion(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isNew = major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1]);
  return {
    what: 'Node.js',
    state: isNew ? 'good' : 'bad',
    text: isNew ? process.version : `${process.version}; install ${LEAST.join('.')} or newer`,
    code: EXIT.usage,
  };
}

/** Only `--store sqlite` needs it. */
export async function sqlite(): Promise<Finding> {
  const what = 'better-sqlite3';
  try {
    const { default: Sqlite } = await import('better-sqlite3');
    const db = new Sqlite(':memory:');
    const version = String(db.prepare('SELECT sqlite_version()').pluck().get());
    db.close();
    return { what, state: 'good', text: `loads, SQLite ${version}`, code: EXIT.held };
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split('\n');
    const text = `does not load, so --store sqlite will not work: ${why ?? ''}; npm rebuild better-sqlite3`;
    return { what, state: 'note', text, code: EXIT.held };
  }
}

export function outFolder(folder: string): Finding {
  const what = 'output';
  try {
    demandWritable(folder);
    return { what, state: 'good', text: `${folder} can be written`, code: EXIT.usage };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { what, state: 'bad', text, code: EXIT.usage };
  }
}
