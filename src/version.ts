import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Of this program, as `package.json` says it. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

/** Of what it was built from: another program may answer otherwise to the same question. `scripts/prepare.js` notes it. */
export const BUILD = createHash('sha256')
  .update(noted() ?? VERSION)
  .digest('base64url');

function noted(): string | undefined {
  try {
    return readFileSync(new URL('../.server', import.meta.url), 'utf8');
  } catch {
    return undefined;
  }
}
