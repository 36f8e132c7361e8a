import { Trans, useLingui } from '@lingui/react/macro';
import { queryClient, refresh } from '../data/query-client.js';
import { Dialog } from '../ui/dialog.js';
import { useEnter } from './enter.js';
import { SignInForm } from './sign-in-form.js';

/** A sign-in dialog above the page, for a session that has ended. The input on the page is not lost. */
export function SignInAgain({ email, onSignedIn }: { email: string; onSignedIn: () => void }) {
  const { t } = useLingui();
  const enter = useEnter();
  return (
    <Dialog title={t`Your session has ended`}>
      <p>
        <Trans>Sign in again to continue. Your input is still here.</Trans>
      </p>
      <SignInForm
        email={email}
        onSignedIn={async (account) => {
          // The page contains data of the previous account, so another account starts at the home page.
          if (account.email !== email) return location.replace('/');
          await enter(account);
          // A late response to a request of the ended session would open this dialog again.
          await queryClient.cancelQueries();
          onSignedIn();
          await refresh();
        }}
      />
    </Dialog>
  );
}
