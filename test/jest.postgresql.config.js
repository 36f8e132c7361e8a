import base from '../jest.config.js';

if (!process.env.TEST_DATABASE_URL) {
  throw new Error(
    'TEST_DATABASE_URL must name a PostgreSQL server to create databases on: postgres://user@host/database',
  );
}

/**
 * A run on a PostgreSQL server skips these tests. They test checks of values, keys, addresses and permissions. The
 * service makes these checks in its own code, not in the database, so the results are the same on both databases, and
 * the tests would take minutes. Tests that open no database need no entry: `scripts/test-postgresql.js` leaves them
 * out with the option `--findRelatedTests`.
 */
const CHECKED_BY_SERVICE = [
  'auth/(addresses|cross-origin|guarded-arguments|data-leaks|matrix|matrix-rest|same-site)',
  'features/api-keys/(demo|secrecy|session-only)',
  'deploy/dashboard',
  'features/imports/multipart',
  'graphql/(http-audit|limits|permissions)',
  'graphql/executor/.*',
  'openapi/.*',
  'rest/(hostile-bodies|json-body|requests|cacheable)',
];

/**
 * A run on a server also skips these tests of import and breeding rules. Other tests send the same statements:
 * `imports/import-once`, `-undo` and `-crash`, `exports/export`, `imports/restore` and `breeding-values/runs`.
 */
const SAME_STATEMENTS = [
  'features/breeding-values/(inbreeding|single-drones)',
  'features/evaluations/(apiary-seasons|group-traits)',
  'features/imports/(cases|restore-faults|test-year)',
  'features/imports/import-(cycles|evaluations|faults|known-files|matching|ods|precision|preview|sample-files|without-job)',
];

/** `EVERYTHING=on` also runs these tests. */
const skipped = process.env.EVERYTHING === 'on' ? [] : [...CHECKED_BY_SERVICE, ...SAME_STATEMENTS];

export default {
  ...base,
  rootDir: '..',
  testPathIgnorePatterns: [...base.testPathIgnorePatterns, ...skipped.map((name) => `/test/${name}\\.test\\.ts$`)],
};
