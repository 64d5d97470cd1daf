import { describeStore } from '../contract/describe-store.test-suite.ts';
import { rigOnFile } from '../sqlite/temporary-file.test-suite.ts';
import { describeLedger } from './ledger.test-suite.ts';
import { SqliteLedger } from './sqlite-ledger.ts';

describeStore('the SQLite ledger', (settings) =>
  rigOnFile(settings, (onFile) => new SqliteLedger(onFile)),
);

describeLedger('the SQLite ledger', (settings) => {
  const others: SqliteLedger[] = [];
  let open = (): SqliteLedger => {
    throw new Error('not made yet');
  };
  const rig = rigOnFile(settings, (onFile) => {
    open = () => new SqliteLedger(onFile);
    return open();
  });
  return {
    ...rig,
    takeOver: () => {
      const other = open();
      others.push(other);
      return other;
    },
    close: () => {
      for (const other of others) other.close();
      rig.close();
    },
  };
});
