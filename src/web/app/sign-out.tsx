import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { asProblem } from '../data/problem.js';
import { rest } from '../data/rest.js';
import { clearLoaded } from '../data/of-account.js';
import { sessionQuery } from '../data/session.js';
import { clearDevice } from '../record/clear-device.js';
import { countDrafts } from '../record/drafts.js';
import { Button } from '../ui/button.js';
import { Dialog, DialogActions } from '../ui/dialog.js';
import { ErrorPanel } from '../ui/states.js';

/** A button to sign out. Asks for confirmation before deleting data that are only on this device. */
export function SignOut() {
  const { t } = useLingui();
  const { data: account } = useQuery(sessionQuery);
  const signOut = useSignOut();
  const [unsaved, setUnsaved] = useState(0);
  const leave = useMutation({ mutationFn: signOut });
  const ask = async () => {
    const count = account ? await countDrafts(account.id) : 0;
    if (count > 0) setUnsaved(count);
    else leave.mutate();
  };
  const stay = () => {
    setUnsaved(0);
    leave.reset();
  };
  const failure = leave.isError && (
    <>
      <p role="alert">
        <Trans>Signing out failed. You are still signed in.</Trans>
      </p>
      <ErrorPanel error={leave.error} />
    </>
  );
  return (
    <>
      {unsaved === 0 && failure}
      <Button busy={leave.isPending} onClick={() => void ask()}>
        {t`Sign out`}
      </Button>
      {unsaved > 0 && (
        <Dialog title={t`Sign out and lose unsaved entries?`} onClose={stay}>
          {failure}
          <p>
            <Plural
              value={unsaved}
              one="# entry is only on this device. It is deleted when you sign out."
              other="# entries are only on this device. They are deleted when you sign out."
            />
          </p>
          <DialogActions>
            <Button autoFocus onClick={stay}>{t`Stay signed in`}</Button>
            <Button
              kind="danger"
              busy={leave.isPending}
              onClick={() => leave.mutate()}
            >{t`Delete and sign out`}</Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

/**
 * Returns a function that ends the session and deletes all data of the account from the device.
 * @throws {Problem} if the server did not end the session; in this case nothing changes
 */
function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return async () => {
    try {
      await rest('DELETE', '/api/session');
    } catch (error) {
      // The session has already ended elsewhere.
      if (asProblem(error).status !== 401) throw error;
    }
    await clearDevice(client);
    // Clears the session before the navigation, because the sign-in page redirects signed-in users.
    client.setQueryData(sessionQuery.queryKey, null);
    await router.navigate({ to: '/sign-in' });
    clearLoaded();
    client.getMutationCache().clear();
  };
}
