import { Trans, useLingui } from '@lingui/react/macro';
import { rest } from '../data/rest.js';
import type { SignedIn } from '../data/of-account.js';
import { TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';

/** The form for e-mail and password. `onSignedIn` receives the account. */
export function SignInForm({
  email,
  onSignedIn,
}: {
  email?: string;
  onSignedIn: (account: SignedIn) => Promise<unknown>;
}) {
  const { t } = useLingui();
  return (
    <Form
      submit={<Trans>Sign in</Trans>}
      onSubmit={async (values) => {
        const credentials = { email: values.get('email'), password: values.get('password') };
        await onSignedIn(await rest<SignedIn>('POST', '/api/session', credentials));
      }}
    >
      <TextField
        name="email"
        type="email"
        label={t`E-mail`}
        autoComplete="username"
        defaultValue={email}
        autoFocus={!email}
      />
      <TextField
        name="password"
        type="password"
        label={t`Password`}
        autoComplete="current-password"
        autoFocus={Boolean(email)}
      />
    </Form>
  );
}
