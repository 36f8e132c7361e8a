import { createRequire } from 'node:module';

import { TestEnvironment } from 'jest-environment-node';
import { countCoverage, writeCoverage } from './coverage.js';
import { database, service } from './shared.js';

const require = createRequire(import.meta.url);
// Must run before the service is loaded.
countCoverage();

// Ends a worker as soon as it no longer listens for messages of Jest. The folder of the run is removed later.
if (process.connected) process.on('removeListener', (event) => event === 'message' && process.exit(0));

/**
 * Lets a test file use the service and its libraries as loaded by Node, once for all files of a worker. Jest would load
 * some thousand modules and the embedded engine for each file, which is most of the time of a short file.
 */
export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    // Jest sets 100 for tests. The embedded engine looks for many files that do not exist, each an error with a stack.
    Error.stackTraceLimit = 10;
    this.global.outside = { require, database, service };
  }

  async teardown() {
    await super.teardown();
    writeCoverage();
  }
}
