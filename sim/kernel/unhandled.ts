/** Rejections that nobody awaits: errors of the code under test, which happen after its step and before the next. */

/** Hands every unhandled rejection to `listener` until what is returned is called. */
export function onUnhandled(listener: (error: unknown) => void): () => void {
  process.on('unhandledRejection', listener);
  return () => {
    process.off('unhandledRejection', listener);
  };
}
