import type { Permissions } from './permissions.js';

/** Who asks. Both kinds act for one account and reach nothing beyond it. */
export interface Identity {
  kind: 'session' | 'key';
  accountId: string;
  permissions: Permissions;
  /** The key, where it is one. */
  keyId?: string;
}
