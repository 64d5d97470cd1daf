/** The trace of a run as a file. */
import { join } from 'node:path';
import type { Trace } from '../../sim/kernel/trace.ts';
import { writeWhole } from './atomic-write.ts';
import { traceLines } from './trace-lines.ts';

/** The path that it wrote. */
export function writeTrace(folder: string, name: string, trace: Trace): string {
  const path = join(folder, `${name}.txt`);
  writeWhole(path, `${[...traceLines(trace)].join('\n')}\n`);
  return path;
}
