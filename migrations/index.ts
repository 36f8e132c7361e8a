import { Migration20261121000001_foundation } from './Migration20261121000001_foundation.js';
import { Migration20261121000002_sign_in_attempts } from './Migration20261121000002_sign_in_attempts.js';
import { Migration20261121000003_api_keys } from './Migration20261121000003_api_keys.js';
import { Migration20261121000004_request_limits } from './Migration20261121000004_request_limits.js';

/** In the order in which they are applied. Classes, not file globs: the compiled service has no folder to search. */
export const migrations = [
  Migration20261121000001_foundation,
  Migration20261121000002_sign_in_attempts,
  Migration20261121000003_api_keys,
  Migration20261121000004_request_limits,
];
