/** Holds: which step is held back from when on, and what lets it go. */
import type { Cast } from './cast.ts';
import { durationMs } from './duration.ts';
import type { Hold } from '../kernel/gates.ts';
import type { Path, Problems } from './problem.ts';
import { OPERATIONS, type WrittenHold } from './scenario-file.ts';

export const resolveHolds = (
  written: readonly WrittenHold[],
  cast: Cast,
  problems: Problems,
): readonly Hold[] =>
  written.flatMap((hold, i) => {
    const path = ['holds', i];
    const fromMs = hold.from === undefined ? 0 : cast.ms(hold.from, [...path, 'from']);
    const until = resolveUntil(hold, fromMs, [...path, 'until'], cast, problems);
    const lanes = [...cast.processes, ...cast.members];
    const known = cast.check('process', hold.hold, lanes, [...path, 'hold']);
    return until === null || !known
      ? []
      : [{ process: hold.hold, before: hold.before, fromMs, until }];
  });

function resolveUntil(
  { hold, before, until }: WrittenHold,
  fromMs: number,
  path: Path,
  cast: Cast,
  problems: Problems,
): Hold['until'] | null {
  if (durationMs(until) !== null) {
    const atMs = cast.ms(until, path);
    if (atMs <= fromMs) problems.add(path, `until is ${until}: it must be later than from`);
    return { kind: 'time', atMs };
  }
  const words = String(until).split(' ');
  const [process = '', operation = ''] = words;
  if (words.length !== 2) {
    problems.add(path, `until is a time such as 45s, or a step such as "worker-1 commit"`);
    return null;
  }
  const known = cast.check('process', process, [...cast.processes, ...cast.members], path);
  if (!cast.check('operation', operation, OPERATIONS, path) || !known) return null;
  if (process === hold && operation === before) {
    problems.add(path, `${hold} would wait for the very step that is held back`);
    return null;
  }
  return { kind: 'step', process, operation };
}
