import type { BreedingValue } from '../breeding-values/breeding-value.entity.js';
import type { Rows } from '../queens/herd.js';
import type { Permissions } from './permissions.js';

/** What is lacking in it is read when it is asked for. */
export interface Foreseen {
  readonly queens?: Rows;
  /** Breeding values of the newest completed run by queen, of those only who have some. */
  readonly values?: ReadonlyMap<string, BreedingValue[]>;
}

/** Who asks. Both kinds act for one account and reach nothing beyond it. */
export interface Identity {
  kind: 'session' | 'key';
  accountId: string;
  permissions: Permissions;
  /**
   * How far the account's changes had come when the request was taken up (migration 5), 0 where there are none. Absent
   * where that was not read: then nothing is used that the process remembers.
   */
  revision?: number;
  /** What of the account the request will ask for, as it was at that revision, read with it. */
  foreseen?: Foreseen;
  /** The key, where it is one. */
  keyId?: string;
  /** Where the request comes from, as `clientNetwork` tells it; worked out where it is asked for. */
  network?: () => string;
}
