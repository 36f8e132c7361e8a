import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { rest } from '../data/rest.js';
import { TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { Outside } from './outside.js';

/** The page of a one-time link: `/password#token=…`. Browsers do not send the part after # to the server. */
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
          // Replaces this page in the history, because the address contains the used token.
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
