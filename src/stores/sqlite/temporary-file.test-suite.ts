/** A store's file in a directory of its own, and a machine's clock that the test turns. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MonotonicClock } from '../../ports/monotonic-clock.ts';
import type { StoreEngine } from '../../ports/room-store.ts';
import type { Rig } from '../contract/driver.test-suite.ts';
import type { StoreSettings } from '../store-settings.ts';
import type { SqliteSettings } from './sqlite-store.ts';

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

/** A store on a file of its own. The machine has been up for a while: store time begins with the file, not with the boot. */
export function rigOnFile<Store extends StoreEngine>(
  settings: StoreSettings,
  make: (settings: SqliteSettings) => Store,
): Rig & { readonly store: Store } {
  const file = temporaryFile();
  const clock = new HandClock(123_456);
  const store = make({ ...settings, path: file.path, clock, synchronous: 'off' });
  return {
    store,
    advance: (by) => {
      clock.ms += by;
    },
    close: () => {
      store.close();
      file.remove();
    },
  };
}
