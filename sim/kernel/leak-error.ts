/** Something under simulation waits for what no step of the kernel brings about (H5). */

/** A port call outside a step, or real work begun in one: real I/O, a real timer or the thread pool is in play. */
export class LeakError extends Error {
  override readonly name = 'LeakError';

  constructor(what: string) {
    super(
      `${what}. Something under simulation waits for real I/O, a real timer or the thread pool`,
    );
  }
}
