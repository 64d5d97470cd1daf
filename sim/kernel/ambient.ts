/**
 * Global `Date`, timers and `Math.random` for code that uses them as everybody does (H3): each call goes to the clock of
 * the process whose step is open, and to the real thing when none is. Installed around a run, and taken away after it.
 */
import type { Kernel } from './kernel.ts';
import { SimProcess } from './process.ts';

const RANDOM_STEPS = 2 ** 20;

/** Installs the virtual globals; what is returned takes them away. */
export function installAmbient(kernel: Kernel): () => void {
  const real = {
    Date: globalThis.Date,
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    random: Math.random,
  };
  const current = (): SimProcess | null =>
    kernel.currentProcess instanceof SimProcess ? kernel.currentProcess : null;
  const clock = (): DateConstructor => current()?.clock.Date ?? real.Date;

  globalThis.Date = new Proxy(real.Date, {
    construct: (_target, args) => Reflect.construct(clock(), args),
    apply: (_target, _self, args) => Reflect.apply(clock(), undefined, args),
    get: (_target, name) => Reflect.get(clock(), name),
  });
  Reflect.set(globalThis, 'setTimeout', (callback: () => void, ms: number) => {
    const process = current();
    return process === null ? real.setTimeout(callback, ms) : process.clock.setTimeout(callback, ms);
  });
  Reflect.set(globalThis, 'clearTimeout', (id: number | undefined) => {
    const process = current();
    if (process === null) real.clearTimeout(id);
    else if (id !== undefined) process.clock.clearTimeout(id);
  });
  Math.random = () =>
    current() === null
      ? real.random()
      : kernel.choices.choose('value', RANDOM_STEPS) / RANDOM_STEPS;
  return () => {
    globalThis.Date = real.Date;
    globalThis.setTimeout = real.setTimeout;
    globalThis.clearTimeout = real.clearTimeout;
    Math.random = real.random;
  };
}
