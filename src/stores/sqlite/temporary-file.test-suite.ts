/** A store's file in a directory of its own, and a machine's clock that the test turns. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MonotonicClock } from '../../ports/monotonic-clock.ts';

export interface TemporaryFile {
  readonly path: string;
  remove(): void;
}

export function temporaryFile(): TemporaryFile {
  const directory = mkdtempSync(join(tmpdir(), 'store-'));
  return {
    path: join(directory, 'rooms.sqlite'),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

export class HandClock implements MonotonicClock {
  bootId = 'boot-1';
  ms: number;

  constructor(ms = 0) {
    this.ms = ms;
  }

  monotonicMs(): number {
    return this.ms;
  }
}
