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
  moduleNameMapper: { '^(\\./(?:server|browser|apiary-visit|setup|link|device|layouts|slowdown|soon))\\.js$': '$1' },
  globalSetup: '<rootDir>/create-demo-data.js',
  globalTeardown: '<rootDir>/delete-demo-data.js',
  // Only ends tests that hang: a test of many pages can take minutes on a small, busy machine.
  testTimeout: 300_000,
  maxWorkers: 2,
};
