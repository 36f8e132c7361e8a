import { availableParallelism } from 'node:os';
import base from '../jest.config.js';

if (!process.env.TEST_DATABASE_URL) {
  throw new Error(
    'TEST_DATABASE_URL must name a PostgreSQL server to create databases on: postgres://user@host/database',
  );
}

/**
 * What is decided before any statement is sent comes out the same on either database, and takes minutes: which values,
 * keys and addresses are let in. It is tested on the embedded one alone. Called with `--findRelatedTests`, so that
 * tests which open no database are left out besides.
 */
const DECIDED_BEFORE = [
  '<rootDir>/test/access/addresses.test.ts',
  '<rootDir>/test/access/matrix-rest.test.ts',
  '<rootDir>/test/access/matrix.test.ts',
  '<rootDir>/test/openapi/agreement.test.ts',
  '<rootDir>/test/rest/hostile-bodies.test.ts',
];

export default {
  ...base,
  rootDir: '..',
  testPathIgnorePatterns: [...base.testPathIgnorePatterns, ...DECIDED_BEFORE],
  // While a test waits for the server, another has its core.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
};
