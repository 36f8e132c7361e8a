import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, graphql } from '../data/graphql.js';
import { problemOfSending } from '../data/problem.js';
import { refresh } from '../data/query-client.js';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { Dialog, DialogActions } from '../ui/dialog.js';
import { Panel } from '../ui/page.js';
import { useHere } from '../ui/sending.js';
import { ErrorPanel } from '../ui/states.js';
import { KeyLastUse } from './key-status.js';
import type { Key } from './queries.js';

const REVOKE = graphql(`
  mutation RevokeKey($id: ID!) {
    revokeApiKey(id: $id) {
      id
    }
  }
`);

/** Revokes a key after one question that shows its name and last use. */
export function RevokeKey({ apiKey }: { apiKey: Key }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const here = useHere();
  const { id, name } = apiKey;
  const revoke = useMutation({
    mutationFn: () => ask(REVOKE, { id }),
    onMutate: here,
    onSuccess: async (_, __, stillHere) => {
      await refresh();
      if (stillHere()) await navigate({ to: '/keys' });
      announce(t`${name} is revoked.`);
    },
  });
  // An error is not announced twice.
  const close = () => {
    setAsking(false);
    revoke.reset();
  };
  return (
    <Panel title={t`Revoke`}>
      <p>
        <Trans>Revokes the key immediately and permanently. To stop it for a while, switch it off instead.</Trans>
      </p>
      <Button kind="danger" onClick={() => setAsking(true)}>
        <Trans>Revoke key</Trans>
      </Button>
      {asking && (
        <Dialog title={t`Revoke ${name}?`} onClose={close}>
          {revoke.isError && <ErrorPanel error={problemOfSending(revoke.error)} />}
          <p>
            <Trans>Programs that use this key lose access now. This cannot be undone.</Trans>
          </p>
          <p>
            <KeyLastUse {...apiKey} />
          </p>
          <DialogActions>
            <Button autoFocus onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
            <Button kind="danger" busy={revoke.isPending} onClick={() => revoke.mutate()}>
              <Trans>Revoke key</Trans>
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Panel>
  );
}
