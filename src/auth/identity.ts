import type { Permissions } from './permissions.js';

/** The authenticated caller: a session or an API key. A caller can access only the data of its account. */
export interface Identity {
  kind: 'session' | 'key';
  accountId: string;
  permissions: Permissions;
  /**
   * The revision of the account at the start of the request (migration 5); 0 if the account has no changes. If the
   * revision is undefined, the request uses neither the response cache nor the queen cache.
   */
  revision?: number;
  /** The id of the API key; undefined for a session. */
  keyId?: string;
  /** The client's network, see `clientNetwork`; computed on demand. */
  network?: () => string;
}
