/** One thing that the doctor looks at. */
import type { ExitCode } from '../exit-code.ts';

export interface Finding {
  readonly what: string;
  readonly state: 'good' | 'note' | 'bad';
  /** What was found; where it is bad also what to do. */
  readonly text: string;
  /** What a bad finding makes of the exit code. */
  readonly code: ExitCode;
}
