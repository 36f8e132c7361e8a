import { registerEnumType } from 'type-graphql';

export enum KeyStatus {
  enabled = 'enabled',
  disabled = 'disabled',
  expired = 'expired',
  revoked = 'revoked',
}
registerEnumType(KeyStatus, {
  name: 'ApiKeyStatus',
  description: 'What becomes of a request with the key, by the clock of the database.',
  valuesConfig: {
    enabled: { description: 'The key works' },
    disabled: { description: 'Switched off; it can be enabled again' },
    expired: { description: 'Its time is over' },
    revoked: { description: 'Ended for good' },
  },
});

/** What an update can set. */
export enum KeySwitch {
  enabled = 'enabled',
  disabled = 'disabled',
}
registerEnumType(KeySwitch, {
  name: 'ApiKeySwitch',
  description: 'Whether a key works.',
  valuesConfig: { enabled: { description: 'On' }, disabled: { description: 'Off' } },
});

export enum PermissionLevel {
  none = 'none',
  read = 'read',
  write = 'write',
}
registerEnumType(PermissionLevel, {
  name: 'PermissionLevel',
  description: 'What a key may do with a resource.',
  valuesConfig: {
    none: { description: 'Nothing' },
    read: { description: 'Read' },
    write: { description: 'Read and write' },
  },
});
