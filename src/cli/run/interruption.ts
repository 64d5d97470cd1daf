/** Ctrl-C: the first ends the run in good order, the second at once. */
import { EXIT } from '../exit-code.ts';

export interface Interruption {
  readonly signal: AbortSignal;
  /** From here on Ctrl-C does what it does everywhere. */
  unhook(): void;
}

export function onInterrupt(): Interruption {
  const controller = new AbortController();
  const listener = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort();
  };
  process.on('SIGINT', listener);
  process.on('SIGTERM', listener);
  return {
    signal: controller.signal,
    unhook: () => {
      process.off('SIGINT', listener);
      process.off('SIGTERM', listener);
    },
  };
}
