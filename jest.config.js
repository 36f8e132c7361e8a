import { availableParallelism } from 'node:os';

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
    // What the pages share with the service.
    '^(?:\\.{1,2}/)+core/traits\\.js$': '<rootDir>/dist/src/core/traits.js',
    '^(?:\\.{1,2}/)+(src|migrations)/(.*\\.js)$': '<rootDir>/dist/$1/$2',
    // Sources of tests are .ts, imports say .js.
    '^(\.{1,2}/.*)\.js$': '$1',
  },
  testSequencer: '<rootDir>/test/support/longest-first.js',
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
  // While a test waits for a process, a thread or a disk, another has its core.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // The modules of each file stay in its worker's memory.
  workerIdleMemoryLimit: '1.5GB',
  // Stops what hangs, and says nothing of speed: no test has a time of its own.
  testTimeout: process.env.FUZZ === 'long' ? 7_200_000 : 600_000,
};
