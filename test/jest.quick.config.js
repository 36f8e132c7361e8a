import base from '../jest.config.js';

/**
 * What to run while working: all that needs no database, and of each part of the service the tests that are likeliest
 * to fail. The black-box tests among them share one service per worker.
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
/** Start processes or count what all of the service does. */
const SLOW = ['distribution', 'server/refused-start', 'demo/samples', 'server/start', 'server/workers'];

export default {
  ...base,
  rootDir: '..',
  testMatch: FILES.map((files) => `<rootDir>/test/${files}.test.ts`),
  testPathIgnorePatterns: [...base.testPathIgnorePatterns, ...SLOW.map((name) => `<rootDir>/test/${name}.test.ts`)],
};
