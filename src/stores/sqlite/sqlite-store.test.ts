import { describeStore } from '../contract/describe-store.test-suite.ts';
import { SqliteStore } from './sqlite-store.ts';
import { rigOnFile } from './temporary-file.test-suite.ts';

describeStore('the SQLite store', (settings) =>
  rigOnFile(settings, (onFile) => new SqliteStore(onFile)),
);
