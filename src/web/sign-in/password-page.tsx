import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { rest } from '../data/rest.js';
import { TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { Outside } from './outside.js';

/** Where a one-time link leads: `/password#token=…`. What follows the # is never sent with the address. */
export default function PasswordPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <Outside title={t`Set a new password`}>
      <Form
        submit={<Trans>Set password</Trans>}
        explain={({ errors }) =>
          errors.some(({ path }) => path === 'token') ? (
            <p>
              <Trans>This link is unknown, has been used or is older than 24 hours. Ask for a new one.</Trans>
            </p>
          ) : undefined
        }
        onSubmit={async (values) => {
          const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
          await rest('POST', '/api/account/password-link', { token, new_password: values.get('new_password') });
          // The token has been used, and should not stay in the history.
          await navigate({ to: '/sign-in', replace: true, state: { passwordSet: true } });
        }}
      >
        <TextField
          name="new_password"
          type="password"
          label={t`New password`}
          hint={t`10 characters or more`}
          autoComplete="new-password"
          autoFocus
        />
      </Form>
    </Outside>
  );
}
