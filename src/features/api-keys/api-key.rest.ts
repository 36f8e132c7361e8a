import { RESOURCES } from '../../auth/permissions.js';
import { selection, toRest, type Members } from '../../rest/members.js';

/** A client can read these members of the API key that it uses. */
export const OWN_MEMBERS = {
  id: 'id',
  name: 'name',
  key_prefix: 'keyPrefix',
  permissions: 'permissions',
  status: 'status',
  ip_allowlist: 'ipAllowlist',
  created_at: 'createdAt',
  expires_at: 'expiresAt',
} as const satisfies Members;

export const KEY_MEMBERS = {
  ...OWN_MEMBERS,
  revoked_at: 'revokedAt',
  last_used_at: 'lastUsedAt',
  last_used_ip: 'lastUsedIp',
} as const satisfies Members;

const fieldsOf = (members: Members) =>
  selection({ ...members, permissions: `permissions { ${Object.keys(RESOURCES).join(' ')} }` });

export const OWN_FIELDS = fieldsOf(OWN_MEMBERS);
export const KEY_FIELDS = fieldsOf(KEY_MEMBERS);

export const ownBody = (key: object): Record<string, unknown> => toRest(OWN_MEMBERS, key);
export const keyBody = (key: object): Record<string, unknown> => toRest(KEY_MEMBERS, key);
