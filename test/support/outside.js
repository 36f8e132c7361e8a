import { createRequire } from 'node:module';

import { TestEnvironment } from 'jest-environment-node';
import { countCoverage, writeCoverage } from './coverage.js';
import { database, service } from './shared.js';

const require = createRequire(import.meta.url);
// The measurement of coverage must start before the service is loaded.
countCoverage();

// Ends this worker as soon as the worker no longer listens for messages from Jest, so that the worker has ended before
// the folder of the run is removed.
if (process.connected) process.on('removeListener', (event) => event === 'message' && process.exit(0));

/**
 * In this environment, all test files of a Jest worker share one copy of the service and its libraries, which Node
 * loads once. Otherwise, Jest would load some thousand modules and the embedded engine for each file. For a short file,
 * loading would take most of the time.
 */
export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    // Jest sets this limit to 100. The embedded engine tries to open many missing files, and each attempt creates an
    // error with a stack trace. Short stack traces save time.
    Error.stackTraceLimit = 10;
    this.global.outside = { require, database, service };
  }

  async teardown() {
    await super.teardown();
    writeCoverage();
  }
}
