/**
 * Real work begun by code under simulation: I/O, a real timer, the thread pool (H5). Where all steps happen in one turn
 * of the event loop its end never comes, so it is recognised by its beginning.
 */
import { AsyncResource, createHook } from 'node:async_hooks';

const MARK = 'interregnum-mark';

/** Grows with all that Node does asynchronously, promises apart: by 1 from mark to mark if there was nothing. */
export const realWorkMark = (): number =>
  new AsyncResource(MARK, { requireManualDestroy: true }).asyncId();

/** What ends within its step, and what a line on a terminal or pipe takes. */
const HARMLESS: ReadonlySet<string> = new Set([
  MARK,
  'PROMISE',
  'TickObject',
  'Microtask',
  'WRITEWRAP',
  'TTYWRAP',
  'PIPEWRAP',
  'SIGNALWRAP',
]);

/** Tells `began` of all real work, by Node's name for it, until what is returned is called; slows everything down. */
export function watchRealWork(began: (what: string) => void): () => void {
  const hook = createHook({
    init: (_id, type) => {
      if (!HARMLESS.has(type)) began(type);
    },
  });
  hook.enable();
  return () => {
    hook.disable();
  };
}
