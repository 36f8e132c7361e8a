import { Trans, useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { Check, Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { Dialog, DialogActions } from '../ui/dialog.js';
import { Panel } from '../ui/page.js';
import styles from './keys.module.css';

/**
 * Shows a new key once, because the server stores only its hash. Warns if the user leaves before confirming that the
 * key is stored.
 */
export function IssuedKey({ raw, onDone }: { raw: string; onDone: () => void }) {
  const { t } = useLingui();
  const [stored, setStored] = useState(false);
  const [copied, setCopied] = useState(false);
  const why = useId();
  const blocker = useBlocker({ shouldBlockFn: () => !stored, enableBeforeUnload: () => !stored, withResolver: true });

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(raw);
      setCopied(true);
      announce(t`The key is copied.`);
    } catch {
      announce(t`The key could not be copied. Select it and copy it by hand.`);
    }
  }

  return (
    <Panel title={t`Store the key now`} focused>
      <div className={styles.issued}>
        <p>
          <Trans>The key is shown only this one time. A lost key cannot be recovered, only replaced.</Trans>
        </p>
        <code className={styles.raw} data-testid="raw-key" translate="no">
          {raw}
        </code>
        <div className={styles.row}>
          <Button
            kind="primary"
            icon={copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            onClick={() => void copy()}
          >
            {copied ? t`Copied` : t`Copy`}
          </Button>
        </div>
        <p>
          <Trans>Try it:</Trans>
        </p>
        <code className={styles.raw} translate="no">
          {`curl -H "Authorization: Bearer ${raw}" ${location.origin}/api/v1/key`}
        </code>
        <label className={styles.row}>
          <input type="checkbox" checked={stored} onChange={(event) => setStored(event.target.checked)} />
          <Trans>I have stored it</Trans>
        </label>
        <div className={styles.row}>
          <Button blocked={!stored} aria-describedby={stored ? undefined : why} onClick={onDone}>
            <Trans>Done</Trans>
          </Button>
          {!stored && (
            <span id={why}>
              <Trans>Confirm first that you have stored the key.</Trans>
            </span>
          )}
        </div>
      </div>
      {blocker.status === 'blocked' && (
        <Dialog title={t`Leave without the key?`} onClose={blocker.reset}>
          <p>
            <Trans>The key is not shown again. If you have not stored it, you must rotate or revoke the key.</Trans>
          </p>
          <DialogActions>
            <Button autoFocus onClick={blocker.reset}>
              <Trans>Stay</Trans>
            </Button>
            <Button kind="danger" onClick={blocker.proceed}>
              <Trans>Leave</Trans>
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Panel>
  );
}
