import type { Permissions } from './permissions.js';

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
  /** The key, where it is one. */
  keyId?: string;
  /** Where the request comes from, as `clientNetwork` tells it; worked out where it is asked for. */
  network?: () => string;
}
