/** The trace of a run as a file. */
import { join } from 'node:path';
import type { Trace } from '../../sim/kernel/trace.ts';
import { writeWhole } from './atomic-write.ts';
import { traceLines } from './trace-lines.ts';

export function writeTrace(folder: string, name: string, trace: Trace): void {
  writeWhole(join(folder, `${name}.txt`), `${[...traceLines(trace)].join('\n')}\n`);
}
