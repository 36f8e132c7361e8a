// Runs tests on the server of TEST_DATABASE_URL. Without file names, it runs all tests that use a database. With file
// names, it runs only test files whose path contains one of the names. In both cases, it omits the tests that
// test/jest.postgresql.config.js skips.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const args = process.argv.slice(2);
// With `--findRelatedTests`, Jest would search for tests of the named files instead of running them.
const isNamed = args.some((word) => !word.startsWith('-'));
const { status } = spawnSync(
  process.execPath,
  [
    '--max-semi-space-size=64',
    '--experimental-vm-modules',
    '--no-warnings=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    ...['-c', 'test/jest.postgresql.config.js'],
    ...(isNamed ? [] : ['--findRelatedTests', 'test/support/database.ts']),
    ...args,
  ],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
