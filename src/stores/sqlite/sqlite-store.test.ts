import { describeStore } from '../contract/describe-store.test-suite.ts';
import { SqliteStore } from './sqlite-store.ts';
import { HandClock, temporaryFile } from './temporary-file.test-suite.ts';

// The machine has been up for a while: store time begins with the file, not with the boot.
describeStore('the SQLite store', (settings) => {
  const file = temporaryFile();
  const clock = new HandClock(123_456);
  const store = new SqliteStore({ ...settings, path: file.path, clock, synchronous: 'off' });
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
});
