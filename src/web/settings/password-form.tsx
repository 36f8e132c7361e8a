import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { rest } from '../data/rest.js';
import { announce } from '../ui/announce.js';
import { TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';

export function PasswordForm({ email }: { email: string }) {
  const { t } = useLingui();
  // A form anew after each change, so that no password stays in it.
  const [changes, setChanges] = useState(0);
  return (
    <Form
      key={changes}
      kind="plain"
      submit={<Trans>Change password</Trans>}
      onSubmit={async (values) => {
        const { current_password, new_password } = Object.fromEntries(values);
        await rest('PUT', '/api/account/password', { current_password, new_password });
        setChanges(changes + 1);
        announce(t`The password is changed. Your other sessions have ended.`);
      }}
    >
      {/* For password managers: whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField name="current_password" type="password" label={t`Current password`} autoComplete="current-password" />
      <TextField
        name="new_password"
        type="password"
        label={t`New password`}
        hint={t`10 characters or more. Sessions on other devices end.`}
        autoComplete="new-password"
      />
    </Form>
  );
}
