import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The names of events. The names must be clear to users who check whether someone else has used their account. */
const ACTION_NAMES: Record<string, MessageDescriptor> = {
  account_opened: msg`Account created`,
  account_closed: msg`Account deleted`,
  signed_in: msg`Signed in`,
  sign_in_failed: msg`Wrong password`,
  signed_out: msg`Signed out`,
  password_changed: msg`Password changed`,
  password_link_made: msg`Link for a new password created`,
  password_link_used: msg`Password set with a link`,
  key_created: msg`API key created`,
  key_renamed: msg`API key renamed`,
  key_enabled: msg`API key switched on`,
  key_disabled: msg`API key switched off`,
  key_rotated: msg`API key replaced`,
  key_revoked: msg`API key revoked`,
  key_refused: msg`API key refused`,
  export_started: msg`Complete export requested`,
  export_completed: msg`Complete export downloaded`,
  table_downloaded: msg`List of queens or ranking downloaded`,
  import_started: msg`Import started`,
  import_undone: msg`Import undone`,
  queen_deleted: msg`Queen deleted or merged`,
  evaluation_deleted: msg`Evaluation deleted`,
  apiary_deleted: msg`Apiary deleted`,
  hive_deleted: msg`Hive deleted`,
  ebv_run_deleted: msg`Run of breeding values deleted`,
};

export const actionName = (action: string): MessageDescriptor | undefined => ACTION_NAMES[action];

export const ACTOR_NAMES: Record<'session' | 'key' | 'operator' | 'visitor', MessageDescriptor> = {
  session: msg`After signing in`,
  key: msg`With a key`,
  operator: msg`Operator of this service`,
  visitor: msg`Without signing in`,
};
