/**
 * Global `Date`, timers and `Math.random` for code that uses them as everybody does (H3): each call goes to the clock of
 * the process whose step is open, and to the real thing when none is. Installed around a run, and taken away after it.
 */
import type { Kernel } from './kernel.ts';
import { SimProcess } from './process.ts';
import type { ProcessClock } from './process-clock.ts';

const RANDOM_STEPS = 2 ** 20;

/** What `setTimeout` returns: as much of Node's as code uses that only waits. */
class AmbientTimer {
  readonly #clock: ProcessClock;
  readonly #id: number;

  constructor(clock: ProcessClock, callback: () => void, ms: number) {
    this.#clock = clock;
    this.#id = clock.setTimeout(callback, ms);
  }

  clear(): void {
    this.#clock.clearTimeout(this.#id);
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

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
    construct: (_target, args: ConstructorParameters<typeof Date>) => new (clock())(...args),
    apply: () => clock()(),
    get: (_target, name): unknown => Reflect.get(clock(), name),
  });
  Reflect.set(
    globalThis,
    'setTimeout',
    (callback: (...args: unknown[]) => void, ms: number, ...args: unknown[]) => {
      const process = current();
      if (process === null) return real.setTimeout(callback, ms, ...args);
      return new AmbientTimer(process.clock, () => callback(...args), ms);
    },
  );
  Reflect.set(globalThis, 'clearTimeout', (timer: NodeJS.Timeout | AmbientTimer | undefined) => {
    if (!(timer instanceof AmbientTimer)) real.clearTimeout(timer);
    else timer.clear();
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
