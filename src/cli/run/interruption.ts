/** Ctrl-C: the first ends the run in good order, the second at once. */
import { EXIT } from '../exit-code.ts';

export interface Interruption {
  readonly signal: AbortSignal;
  /** From here on Ctrl-C does what it does everywhere. */
  unhook(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export function onInterrupt(): Interruption {
  const controller = new AbortController();
  const listener = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return {
    signal: controller.signal,
    unhook: () => {
      for (const signal of SIGNALS) process.off(signal, listener);
    },
  };
}
