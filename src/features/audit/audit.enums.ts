import { registerEnumType } from 'type-graphql';

/** REST uses the same values. */
export enum AuditAction {
  account_opened = 'account_opened',
  account_closed = 'account_closed',
  signed_in = 'signed_in',
  sign_in_failed = 'sign_in_failed',
  signed_out = 'signed_out',
  password_changed = 'password_changed',
  password_link_made = 'password_link_made',
  password_link_used = 'password_link_used',
  key_created = 'key_created',
  key_renamed = 'key_renamed',
  key_enabled = 'key_enabled',
  key_disabled = 'key_disabled',
  key_rotated = 'key_rotated',
  key_revoked = 'key_revoked',
  key_refused = 'key_refused',
  export_started = 'export_started',
  export_completed = 'export_completed',
  table_downloaded = 'table_downloaded',
  import_started = 'import_started',
  import_undone = 'import_undone',
  queen_deleted = 'queen_deleted',
  evaluation_deleted = 'evaluation_deleted',
  apiary_deleted = 'apiary_deleted',
  hive_deleted = 'hive_deleted',
  ebv_run_deleted = 'ebv_run_deleted',
}
registerEnumType(AuditAction, {
  name: 'AuditAction',
  description: 'Kind of audit event.',
  valuesConfig: {
    account_opened: { description: 'The account was created' },
    account_closed: { description: 'The account was deleted with all its data, including this trail' },
    signed_in: { description: 'A user signed in' },
    sign_in_failed: { description: 'A sign-in failed because of a wrong password' },
    signed_out: { description: 'A user signed out' },
    password_changed: { description: 'The password was changed and all other sessions ended' },
    password_link_made: { description: 'A one-time password link was created' },
    password_link_used: { description: 'The password was set with a one-time link and all sessions ended' },
    key_created: { description: 'An API key was created' },
    key_renamed: { description: 'An API key was renamed' },
    key_enabled: { description: 'An API key was enabled' },
    key_disabled: { description: 'An API key was disabled' },
    key_rotated: { description: 'An API key was rotated' },
    key_revoked: { description: 'An API key was revoked' },
    key_refused: {
      description:
        'An API key was refused: it was disabled, expired or revoked, or the address of the client was not allowed',
    },
    export_started: { description: 'A download of the complete export started' },
    export_completed: { description: 'A download of the complete export finished' },
    table_downloaded: { description: 'A list of queens or the ranking was downloaded as CSV' },
    import_started: { description: 'A file was uploaded for import' },
    import_undone: { description: 'An import was undone' },
    queen_deleted: { description: 'A queen was deleted, or merged into another' },
    evaluation_deleted: { description: 'An evaluation was deleted' },
    apiary_deleted: { description: 'An apiary was deleted' },
    hive_deleted: { description: 'A hive was deleted' },
    ebv_run_deleted: { description: 'A run of breeding values was deleted' },
  },
});

export enum AuditActor {
  session = 'session',
  key = 'key',
  operator = 'operator',
  visitor = 'visitor',
}
registerEnumType(AuditActor, {
  name: 'AuditActor',
  description: 'Kind of actor that caused the event.',
  valuesConfig: {
    session: { description: 'A signed-in user' },
    key: { description: 'A program with an API key' },
    operator: { description: 'The operator of the service, on the command line' },
    visitor: { description: 'A visitor who was not signed in' },
  },
});
