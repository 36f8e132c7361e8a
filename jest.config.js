import { availableParallelism } from 'node:os';

/** Tests run against the compiled service, the same files as `npm start`. Only the tests themselves are transformed. */
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
    // Modules of the service and of libraries that tests import, except the modules of Jest.
    '/dist/(src|migrations)/.+\\.js$': '<rootDir>/test/support/from-outside.js',
    '/node_modules/(?!@?jest|expect|pretty-format).+\\.[cm]?js$': '<rootDir>/test/support/from-outside.js',
  },
  transformIgnorePatterns: [],
  moduleNameMapper: {
    // Vite bundles the pages, so their modules are not in dist/. Tests that need no browser import the source instead.
    '^(?:\\.{1,2}/)+src/web/(.*)\\.js$': '<rootDir>/src/web/$1',
    // The source of the pages also imports this module of the service.
    '^(?:\\.{1,2}/)+core/traits\\.js$': '<rootDir>/dist/src/core/traits.js',
    '^(?:\\.{1,2}/)+(src|migrations)/(.*\\.js)$': '<rootDir>/dist/$1/$2',
    // Tests import other test files with the extension .js, but these files have the extension .ts.
    '^(\.{1,2}/.*)\.js$': '$1',
  },
  testSequencer: '<rootDir>/test/support/longest-first.js',
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
  // More workers than cores: tests also wait for processes, threads and disks.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // Above this limit, a worker restarts, because the modules of each test file remain in its memory.
  workerIdleMemoryLimit: '1.5GB',
  // Stops tests that hang. It does not check speed.
  testTimeout: process.env.FUZZ === 'long' ? 7_200_000 : 600_000,
};
