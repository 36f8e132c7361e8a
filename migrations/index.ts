import { Migration20261121000001_foundation } from './Migration20261121000001_foundation.js';

/** In the order in which they are applied. Classes, not file globs: the compiled service has no folder to search. */
export const migrations = [Migration20261121000001_foundation];
