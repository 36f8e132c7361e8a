import { registerEnumType } from 'type-graphql';

export enum KeyStatus {
  enabled = 'enabled',
  disabled = 'disabled',
  expired = 'expired',
  revoked = 'revoked',
}
registerEnumType(KeyStatus, {
  name: 'ApiKeyStatus',
  description: 'Current status of an API key. The clock of the database determines whether a key has expired.',
  valuesConfig: {
    enabled: { description: 'Accepted' },
    disabled: { description: 'Disabled; the key can be enabled again' },
    expired: { description: 'Expired' },
    revoked: { description: 'Revoked permanently' },
  },
});

export enum KeySwitch {
  enabled = 'enabled',
  disabled = 'disabled',
}
registerEnumType(KeySwitch, {
  name: 'ApiKeySwitch',
  description: 'Status that the owner of a key can set.',
  valuesConfig: {
    enabled: { description: 'Requests with the key are accepted' },
    disabled: { description: 'Requests with the key are refused' },
  },
});

export enum PermissionLevel {
  none = 'none',
  read = 'read',
  write = 'write',
}
registerEnumType(PermissionLevel, {
  name: 'PermissionLevel',
  description: 'Permission level of an API key on a resource.',
  valuesConfig: {
    none: { description: 'No access' },
    read: { description: 'Read' },
    write: { description: 'Read and write' },
  },
});
