/** Real time, chance, locale and process, as data: what is banned, and what to use in its place. */

const CLOCK = 'wait with Clock.sleep (src/ports/clock.ts)';
const READ_TIME = 'decide by store time (P2), measure with the clock that the port hands in';
const RANDOM = 'take a number or an id from Random (src/ports/random.ts)';
const CODE_UNITS = 'compare and print by code unit, as P7 orders ids';
const PORT = 'take what you need through a port';

/** Names that the language or Node puts in scope everywhere. */
export const BANNED_GLOBALS: Readonly<Record<string, string>> = {
  process: 'take the value as an argument; src/cli reads argv, environment and signals',
  performance: READ_TIME,
  setTimeout: CLOCK,
  setInterval: CLOCK,
  setImmediate: CLOCK,
  queueMicrotask: 'await a port call: each is a scheduling point (H5)',
  crypto: `${RANDOM}, a keyed hash from Signer`,
  randomUUID: RANDOM,
  Intl: CODE_UNITS,
  globalThis: PORT,
  global: PORT,
  WeakRef: 'hold the object: the collector keeps no schedule',
  FinalizationRegistry: 'release by hand: the collector keeps no schedule',
};

/** Members, of whatever object. */
export const BANNED_MEMBERS: Readonly<Record<string, string>> = {
  randomUUID: RANDOM,
  getRandomValues: RANDOM,
  randomBytes: RANDOM,
  localeCompare: CODE_UNITS,
  toLocaleString: CODE_UNITS,
  toLocaleDateString: CODE_UNITS,
  toLocaleTimeString: CODE_UNITS,
  toLocaleLowerCase: CODE_UNITS,
  toLocaleUpperCase: CODE_UNITS,
};

/** Objects of which some members are harmless, and nothing else is. */
export const GUARDED_OBJECTS: Readonly<
  Record<string, { readonly banned: readonly string[]; readonly instead: string }>
> = {
  Date: { banned: ['now', 'parse'], instead: READ_TIME },
  Math: { banned: ['random'], instead: RANDOM },
  AbortSignal: { banned: ['timeout'], instead: CLOCK },
};

export interface AmbientException {
  readonly file: string;
  readonly names: readonly string[];
  readonly reason: string;
}

/** Files that may name some of them all the same. One that no longer does so is refused. */
export const AMBIENT_EXCEPTIONS: readonly AmbientException[] = [
  {
    file: 'sim/kernel/stepping.ts',
    names: ['process', 'setImmediate'],
    reason: 'H5: the kernel itself empties the microtask queue, between two steps of virtual time',
  },
  {
    file: 'sim/kernel/unhandled.ts',
    names: ['process'],
    reason:
      'H4: a rejection that nobody awaits is an error of the code under test, and only Node hears of it',
  },
  {
    file: 'sim/kernel/ambient.ts',
    names: ['globalThis', 'Math.random'],
    reason: 'H3: puts virtual globals in the place of the real ones for code that uses them',
  },
];
