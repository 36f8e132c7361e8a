import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
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
import { ErrorPanel, Loaded } from '../ui/states.js';
import { isUsable, predecessorsOf } from './chains.js';
import { KeyExpiry, KeyLastUse } from './key-status.js';
import { keysQuery, type Key } from './queries.js';
import styles from './keys.module.css';

const REVOKE = graphql(`
  mutation RevokeKey($id: ID!, $withPredecessors: Boolean!) {
    revokeApiKey(id: $id, withPredecessors: $withPredecessors) {
      id
    }
  }
`);

/**
 * A button to revoke a key. The confirmation shows the name and last use of the key, and offers to revoke the keys that
 * it replaced.
 */
export function RevokeKey({ apiKey }: { apiKey: Key }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const here = useHere();
  const { id, name } = apiKey;
  const keys = useQuery(keysQuery);
  const replaced = predecessorsOf(apiKey, keys.data ?? []).filter(isUsable);
  const [withPredecessors, setWithPredecessors] = useState(true);
  const revoke = useMutation({
    mutationFn: () => ask(REVOKE, { id, withPredecessors: withPredecessors && replaced.length > 0 }),
    onMutate: here,
    onSuccess: async (_, __, stillHere) => {
      announce(t`${name} is revoked.`);
      // Leaves the page before the refresh, which would remove this panel and prevent the navigation.
      if (stillHere()) await navigate({ to: '/keys' });
      void refresh();
    },
  });
  // An old error must not be shown when the dialog opens again.
  const close = () => {
    setAsking(false);
    revoke.reset();
  };
  return (
    <Panel title={t`Revoke`}>
      <p>
        <Trans>Revokes the key immediately and permanently. To stop the key for a while, switch it off instead.</Trans>
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
          {!keys.data && (
            <Loaded query={keys} lines={1}>
              {() => null}
            </Loaded>
          )}
          {replaced.length > 0 && (
            <Replaced keys={replaced} checked={withPredecessors} onChange={setWithPredecessors} />
          )}
          <DialogActions>
            <Button autoFocus onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
            <Button kind="danger" blocked={!keys.data} busy={revoke.isPending} onClick={() => revoke.mutate()}>
              <Trans>Revoke key</Trans>
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Panel>
  );
}

interface ReplacedProps {
  keys: readonly Key[];
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Lists the replaced keys that still work or can be enabled again. */
function Replaced({ keys, checked, onChange }: ReplacedProps) {
  return (
    <div className={styles.older}>
      <label className={styles.also}>
        <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
        <Plural
          value={keys.length}
          one="Also revoke the key that it replaced"
          other="Also revoke the # keys that it replaced"
        />
      </label>
      <ul>
        {keys.map((key) => (
          <li key={key.id}>
            <span translate="no">
              {key.name} <code>{key.keyPrefix}</code>
            </span>
            <span className={styles.facts}>
              <span>
                <KeyLastUse {...key} />
              </span>
              <span>
                <KeyExpiry {...key} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
