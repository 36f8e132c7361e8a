/** Tests exercise the compiled service, the very files that `npm start` runs; only the tests themselves are transformed. */
export default {
  testEnvironment: '<rootDir>/test/support/outside.js',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['<rootDir>/test/browser/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
    // All that tests import of the service and of libraries, but for Jest's own.
    '/dist/(src|migrations)/.+\\.js$': '<rootDir>/test/support/from-outside.js',
    '/node_modules/(?!@?jest|expect|pretty-format).+\\.[cm]?js$': '<rootDir>/test/support/from-outside.js',
  },
  transformIgnorePatterns: [],
  moduleNameMapper: {
    // What of the pages needs no browser is tested as it is written: Vite builds them, not the compiler.
    '^(?:\\.{1,2}/)+src/web/(.*)\\.js$': '<rootDir>/src/web/$1',
    '^(?:\\.{1,2}/)+(src|migrations)/(.*\\.js)$': '<rootDir>/dist/$1/$2',
    // Inside test/ only: sources are .ts, imports say .js.
    '^(\\.{1,2}/(?:support|\\.\\./support|[^/]+)/?[^/]*)\\.js$': '$1',
  },
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
  // Much of the time is waiting for databases, processes and disks.
  maxWorkers: '100%',
  // The modules of each file stay in its worker's memory.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 180_000,
};
