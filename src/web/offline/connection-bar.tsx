import { Trans } from '@lingui/react/macro';
import { CloudOff } from 'lucide-react';
import { useConnection } from '../data/connection.js';
import { refresh } from '../data/query-client.js';
import { Button } from '../ui/button.js';
import styles from './offline.module.css';

/** Shows that there is no network or no response, and explains what still works. */
export function ConnectionBar() {
  const connection = useConnection();
  return (
    <div role="status" className={styles.status}>
      {connection !== 'good' && (
        <div className={styles.bar}>
          <CloudOff aria-hidden="true" />
          <p>
            {connection === 'offline' ? (
              <Trans>No network. You see the data on this device; your entries are sent later.</Trans>
            ) : (
              <Trans>Queenbook does not answer. You see the data on this device; your entries are sent later.</Trans>
            )}
          </p>
          {connection === 'silent' && (
            <Button onClick={() => void refresh()}>
              <Trans>Try again</Trans>
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
