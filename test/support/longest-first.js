import { statSync } from 'node:fs';

/**
 * The slowest files. Most of them start processes. They run first, because a slow file that starts last prolongs the
 * run.
 */
const LONG = [
  'features/breeding-values/run-crash',
  'auth/matrix-rest',
  'auth/data-leaks',
  'server/workers',
  'bounds/probes',
  'backups/backup',
  'backups/restore-faults',
  'features/imports/import-crash',
  'features/imports/restore',
  'commands/commands',
  'plans/plans',
  'features/accounts/account-deletion',
  'server/start',
  'server/refused-start',
  'db/embedded/data-dir/containers',
  'rest/cacheable',
  'linear/readers',
].map((name) => `/test/${name}.test.ts`);

const rankOf = ({ path }) => {
  const place = LONG.findIndex((name) => path.endsWith(name));
  return place === -1 ? statSync(path).size : 1e9 - place;
};

/**
 * Sorts test files for Jest: first the slowest files, then the other files by size. In a new checkout, Jest has no
 * durations of earlier runs. With `SHUFFLE=on`, the order is random, to show that files do not depend on each other.
 */
export default class LongestFirst {
  sort = (tests) => {
    const rank = process.env.SHUFFLE === 'on' ? Math.random : rankOf;
    return tests
      .map((test) => ({ test, rank: rank(test) }))
      .sort((one, other) => other.rank - one.rank)
      .map(({ test }) => test);
  };
  allFailedTests = (tests) => tests;
  cacheResults() {}
}
