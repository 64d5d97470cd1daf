/** What code does that knows nothing of any port: it uses the globals, and the real world. */
import { createRequire } from 'node:module';

const load: (module: string) => unknown = createRequire(import.meta.url);

/** A function of a module of Node, or of an object in it: `node:timers`, `setTimeout`. */
export function real(module: string, ...path: readonly string[]): (...args: unknown[]) => unknown {
  let self: unknown = null;
  let found = load(module);
  for (const name of path) {
    if ((typeof found !== 'object' && typeof found !== 'function') || found === null) break;
    self = found;
    found = Reflect.get(found, name);
  }
  if (typeof found !== 'function') throw new Error(`no function ${path.join('.')} in ${module}`);
  const target = found;
  return (...args) => {
    const value: unknown = Reflect.apply(target, self, args);
    return value;
  };
}

/** The value of a piece of program, run as a script on the globals as they are at that moment. */
export const foreign = (program: string): unknown => real('node:vm', 'runInThisContext')(program);
