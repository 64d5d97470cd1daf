import type { ViteUserConfig } from 'vitest/config';

/** Where `.ci/run` wants the counts as JSON; unset for a person at a terminal. */
const countsFile = process.env['INTERREGNUM_TEST_COUNTS'];

const config: ViteUserConfig = {
  test: {
    include: ['{src,sim,checks,examples,bench}/**/*.test.ts'],
    // A native addon (better-sqlite3) is not safe to load in many threads of one process.
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: countsFile === undefined ? ['default'] : ['default', 'json'],
    ...(countsFile === undefined ? {} : { outputFile: { json: countsFile } }),
  },
};

export default config;
