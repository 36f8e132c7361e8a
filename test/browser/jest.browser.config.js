/** Walks through the pages in Chromium, against the compiled server with an embedded database of its own. */
export default {
  testEnvironment: 'node',
  rootDir: '.',
  testMatch: ['<rootDir>/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  moduleNameMapper: { '^(\\./(?:server|browser|stage))\\.js$': '$1' },
  globalSetup: '<rootDir>/plant.js',
  globalTeardown: '<rootDir>/uproot.js',
  // A fresh database takes seconds to open and Chromium is in no hurry on a small machine.
  testTimeout: 120_000,
  maxWorkers: 2,
};
