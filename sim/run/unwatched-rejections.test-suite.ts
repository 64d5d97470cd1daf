/** Keeps the test runner from taking a rejection of the code under test for one of the tests. */
import process from 'node:process';
import { afterEach, beforeEach } from 'vitest';

export function leaveRejectionsToTheRun(): void {
  let others: readonly NodeJS.UnhandledRejectionListener[] = [];
  beforeEach(() => {
    others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
  });
  afterEach(() => {
    for (const listener of others) process.on('unhandledRejection', listener);
  });
}
