import { Trans, useLingui } from '@lingui/react/macro';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { ask } from '../data/graphql.js';
import { rest } from '../data/rest.js';
import type { SignedIn } from '../data/of-account.js';
import { TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { isLanguage } from '../i18n/i18n.js';
import { UPDATE_ACCOUNT } from '../settings/update-account.js';
import { nextPage, registrationOpen, useEnter } from './enter.js';
import { Outside } from './outside.js';

export default function RegisterPage() {
  const { t, i18n } = useLingui();
  const { next } = useSearch({ from: '/register' });
  const navigate = useNavigate();
  const enter = useEnter();
  if (!registrationOpen()) return <Navigate to="/sign-in" replace />;
  return (
    <Outside title={t`Create an account`}>
      <Form
        submit={<Trans>Create account</Trans>}
        onSubmit={async (values) => {
          const account = await rest<SignedIn>('POST', '/api/accounts', Object.fromEntries(values));
          await enter(account);
          const { locale } = i18n;
          // A failure is ignored, because the user can change the language in the settings.
          if (locale !== account.language && isLanguage(locale))
            await ask(UPDATE_ACCOUNT, { input: { language: locale } }).catch(() => undefined);
          const target = nextPage(next);
          if (target === null) await navigate({ to: '/start' });
          else location.replace(target);
        }}
      >
        <TextField name="name" label={t`Name`} autoComplete="name" autoFocus />
        <TextField name="email" type="email" label={t`E-mail`} autoComplete="username" />
        <TextField
          name="password"
          type="password"
          label={t`Password`}
          hint={t`10 characters or more`}
          autoComplete="new-password"
        />
      </Form>
      <p>
        <Trans>
          Already registered?{' '}
          <Link to="/sign-in" search={next ? { next } : {}}>
            Sign in
          </Link>
        </Trans>
      </p>
    </Outside>
  );
}
