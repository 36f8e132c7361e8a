/** Tests of the pages in Chromium, against the compiled server with its own embedded database. */
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
  moduleNameMapper: { '^(\\./(?:server|browser|setup|link))\\.js$': '$1' },
  globalSetup: '<rootDir>/create-demo-data.js',
  globalTeardown: '<rootDir>/delete-demo-data.js',
  // A new database takes seconds to open, and Chromium is slow on a small machine.
  testTimeout: 120_000,
  maxWorkers: 2,
};
