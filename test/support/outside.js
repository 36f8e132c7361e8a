import { createRequire } from 'node:module';

import { TestEnvironment } from 'jest-environment-node';

const require = createRequire(import.meta.url);

/**
 * Lets a test file have the service and its libraries as Node itself loads them, once for all files of a worker. Jest
 * would load them anew for each file, some thousand modules and the embedded engine: most of the time of a short file.
 */
export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.outside = { require };
  }
}
