/**
 * Prints `N passed, N failed` from Vitest's JSON report, and exits as the tests did, or else as the check did.
 * A file that failed to load, and a check that is not clean, count as one failed test each.
 */
import { readFileSync } from 'node:fs';

const [countsFile, tests, check] = process.argv.slice(2);

function readCounts() {
  try {
    const report = JSON.parse(readFileSync(countsFile, 'utf8'));
    const unloaded = report.testResults.filter(
      (file) =>
        file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
    ).length;
    return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded };
  } catch {
    return { passed: 0, failed: 0 };
  }
}

const { passed, failed } = readCounts();
// A run that exits with an error has failed, also if no test of it did: an unhandled rejection, say; or none ran.
const testsFailed = tests === '0' && passed > 0 ? failed : Math.max(failed, 1);
const checkFailed = check === '0' ? 0 : 1;
console.log(`${passed} passed, ${testsFailed + checkFailed} failed`);
process.exitCode = Number(tests) || (testsFailed > 0 ? 1 : 0) || Number(check);
