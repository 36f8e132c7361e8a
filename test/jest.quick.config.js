import base from '../jest.config.js';

/**
 * Tests for use during development: most tests without a database, and for each part of the service the tests that are
 * most likely to fail. The black-box tests of a Jest worker share one service.
 */
const FILES = [
  '*',
  'db/{session-settings,embedded/cluster-template}',
  'http/**/*',
  'core/*',
  'blup/*',
  'web/*',
  'auth/{allowlist,client-address,same-site}',
  'features/accounts/{accounts,session}',
  'features/api-keys/{create,use}',
  'features/apiaries/*',
  'features/audit/*',
  'features/breeding-values/{index-weights,ranking,trends}',
  'features/changes/feed',
  'features/evaluations/writing',
  'features/exports/export',
  'features/imports/{csv-write,import-undo,json-pieces,reading-{csv,formats,values,xlsx}}',
  'graphql/{endpoint,isolation,permissions,schema}',
  'openapi/document',
  'features/queens/{filter,order,paging,writing}',
  'rest/{gateway,json-body,lists,queens,records,service}',
];
/** Tests that take too long. */
const SLOW = ['distribution'];

export default {
  ...base,
  rootDir: '..',
  testMatch: FILES.map((files) => `<rootDir>/test/${files}.test.ts`),
  testPathIgnorePatterns: [...base.testPathIgnorePatterns, ...SLOW.map((name) => `<rootDir>/test/${name}.test.ts`)],
};
