/** The table of rooms of ARCHITECTURE.md, as data: which folder may import what. */

export interface Room {
  readonly folder: string;
  /** Folders of rooms that it may import beside itself; `all` for any. */
  readonly rooms: readonly string[] | 'all';
  /** Packages, and modules of Node with their `node:`; `all` for any. */
  readonly packages: readonly string[] | 'all';
  /** True where real time, chance, locale and the process may be touched. */
  readonly ambient: boolean;
  /** False: only files directly in the folder belong to the room; a folder inside it needs a row. */
  readonly nested: boolean;
}

const FILES = ['node:fs', 'node:path'];
const NODE_BOUNDARY = [
  ...FILES,
  'node:crypto',
  'node:os',
  'node:perf_hooks',
  'node:timers/promises',
];
const SERVER_PACKAGES = ['express', 'helmet', 'express-rate-limit', 'ws', 'prom-client', 'zod'];
const SIM_PACKAGES = [
  '@sinonjs/fake-timers',
  'fast-check',
  'fastest-levenshtein',
  'hdr-histogram-js',
  'pure-rand',
  'safe-stable-stringify',
  'yaml',
  'zod',
];

const BELOW_SERVER = [
  'src/core',
  'src/ports',
  'src/service',
  'src/workers',
  'src/client',
  'src/stores',
  'src/adapters',
];

const SIM_FOLDERS = [
  'sim',
  'sim/kernel',
  'sim/plan',
  'sim/world',
  'sim/systems',
  'sim/run',
  'sim/goals',
  'sim/invariants',
  'sim/strategies',
  'sim/trace',
  'sim/variants',
];

/** The only rooms of the simulator that touch files: repro files and reports. */
const SIM_FILE_FOLDERS = ['sim/trace', 'sim/report'];

function production(folder: string, rooms: readonly string[], packages: readonly string[]): Room {
  return { folder, rooms, packages, ambient: false, nested: true };
}

function simulator(folder: string): Room {
  const packages = [
    ...SIM_PACKAGES,
    ...(SIM_FILE_FOLDERS.includes(folder) ? FILES : []),
    // H5: how the kernel finds out who waits for real work.
    ...(folder === 'sim/kernel' ? ['node:async_hooks'] : []),
  ];
  const rooms = [...SIM_FOLDERS, ...BELOW_SERVER];
  return { folder, rooms, packages, ambient: false, nested: folder !== 'sim' };
}

export const ROOMS: readonly Room[] = [
  production('src/core', [], []),
  production('src/ports', ['src/core'], []),
  production('src/service', ['src/core', 'src/ports'], []),
  // Decision 1: a worker's command goes through the one commit loop.
  production('src/workers', ['src/core', 'src/ports', 'src/service'], []),
  production('src/client', ['src/core', 'src/ports'], []),
  production('src/stores', ['src/core', 'src/ports'], ['better-sqlite3']),
  {
    ...production('src/adapters', ['src/core', 'src/ports'], []),
    packages: ['fast-jwt', 'pino', ...NODE_BOUNDARY],
    ambient: true,
  },
  {
    ...production('src/server', BELOW_SERVER, [...SERVER_PACKAGES, 'node:http', ...NODE_BOUNDARY]),
    ambient: true,
  },
  { folder: 'src/cli', rooms: 'all', packages: 'all', ambient: true, nested: true },
  ...SIM_FOLDERS.map(simulator),
  {
    // Replay on the real server: the one room where simulator and server meet.
    folder: 'sim/on-server',
    rooms: [...SIM_FOLDERS, ...BELOW_SERVER, 'src/server'],
    packages: [...SIM_PACKAGES, ...FILES],
    ambient: false,
    nested: true,
  },
  { folder: 'examples', rooms: [], packages: [], ambient: true, nested: true },
  { folder: 'bench', rooms: 'all', packages: 'all', ambient: true, nested: true },
  {
    folder: 'checks',
    rooms: [],
    packages: ['oxc-parser', ...FILES],
    ambient: true,
    nested: true,
  },
];

/** The simulator's only public door: tests of any room may use it, examples its types. */
export const DOOR = 'sim/api.ts';

/** What a test may import beside what its room may. */
export const TEST_PACKAGES: readonly string[] = [
  'vitest',
  'fast-check',
  '@fast-check/vitest',
  'node:child_process',
  'node:events',
  'node:module',
  'node:os',
  'node:process',
  ...FILES,
];

/** Where reading starts; every test is one too. A file that none of them reaches is dead. */
export const ROOTS: readonly RegExp[] = [
  /^src\/cli\/main\.ts$/,
  /^sim\/api\.ts$/,
  /^bench\/[^/]+\.ts$/,
  /^examples\/[^/]+\/[^/]+\.ts$/,
  /\.test\.ts$/,
];

/** Names that say nothing of the one concept a file has. */
export const EMPTY_NAMES: readonly string[] = ['utils', 'util', 'common', 'helpers', 'misc'];

export function roomOf(path: string): Room | undefined {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  return ROOMS.filter(
    (room) => folder === room.folder || (room.nested && folder.startsWith(`${room.folder}/`)),
  ).at(-1);
}
