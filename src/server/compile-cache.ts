import module from 'node:module';
import { fileURLToPath } from 'node:url';

const CACHE_FOLDER = new URL('../../../node_modules/.cache/queenbook', import.meta.url);

/**
 * Enables Node's compile cache, which saves a third of the load time. Must be called before large modules are imported.
 * Node 20 has no compile cache.
 */
export const enableCompileCache = (): void =>
  void (module as Partial<typeof module>).enableCompileCache?.(fileURLToPath(CACHE_FOLDER));
