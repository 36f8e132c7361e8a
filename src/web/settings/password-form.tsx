import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { rest } from '../data/rest.js';
import { announce } from '../ui/announce.js';
import { TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';

export function PasswordForm({ email }: { email: string }) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  return (
    <Form
      form={form}
      kind="plain"
      submit={<Trans>Change password</Trans>}
      onSubmit={async (values) => {
        const { current_password, new_password } = Object.fromEntries(values);
        await rest('PUT', '/api/account/password', { current_password, new_password });
        // Clears the form, so that it contains no password.
        form.current?.reset();
        announce(t`The password is changed. Your other sessions have ended.`);
      }}
    >
      {/* Password managers need the name of the account. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField name="current_password" type="password" label={t`Current password`} autoComplete="current-password" />
      <TextField
        name="new_password"
        type="password"
        label={t`New password`}
        hint={t`10 characters or more. Your sessions on other devices end.`}
        autoComplete="new-password"
      />
    </Form>
  );
}
