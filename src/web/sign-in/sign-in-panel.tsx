import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { registrationOpen, useEnter } from './enter.js';
import { Outside } from './outside.js';
import { SignInForm } from './sign-in-form.js';

/** The sign-in form in place of the requested page, which opens after sign-in. */
export function SignInPanel({ next, note, onEntered }: { next?: string; note?: ReactNode; onEntered?: () => void }) {
  const { t } = useLingui();
  const enter = useEnter();
  return (
    <Outside title={t`Sign in`}>
      {note}
      <SignInForm
        onSignedIn={async (account) => {
          await enter(account);
          onEntered?.();
        }}
      />
      <p>
        <Trans>Forgot your password? Ask the operator of this service for a link to set a new one.</Trans>
      </p>
      {registrationOpen() && (
        <p>
          <Trans>
            No account yet?{' '}
            <Link to="/register" search={next ? { next } : {}}>
              Create one
            </Link>
          </Trans>
        </p>
      )}
    </Outside>
  );
}
