import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useRouter, useSearch } from '@tanstack/react-router';
import { sessionQuery } from '../data/session.js';
import { nextPage } from './enter.js';
import { SignInPanel } from './sign-in-panel.js';

export default function SignInPage() {
  const { next } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  const { data: account } = useQuery(sessionQuery);
  const target = nextPage(next);
  const { passwordSet, accountDeleted } = router.state.location.state;
  if (account) {
    // The router does not handle pages of the server, such as the playground.
    if (target === null) return <Navigate to="/" replace />;
    location.replace(target);
    return null;
  }
  return (
    <SignInPanel
      next={next}
      note={
        (passwordSet || accountDeleted) && (
          <p role="status">
            {passwordSet ? (
              <Trans>The new password is set. Sign in with it.</Trans>
            ) : (
              <Trans>Your account and all its data are deleted.</Trans>
            )}
          </p>
        )
      }
    />
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the user has just set a password with a one-time link. */
    passwordSet?: boolean;
    /** Whether the user has just deleted the account. */
    accountDeleted?: boolean;
  }
}
