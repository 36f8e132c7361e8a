import type { Permissions } from './permissions.js';

/** The authenticated caller. Both kinds act for one account and cannot access any other. */
export interface Identity {
  kind: 'session' | 'key';
  accountId: string;
  permissions: Permissions;
  /**
   * The revision of the account at the start of the request (migration 5); 0 if it has no changes. If undefined, caches
   * are not used.
   */
  revision?: number;
  /** Set for an API key. */
  keyId?: string;
  /** The client's network, see `clientNetwork`; computed on demand. */
  network?: () => string;
}
