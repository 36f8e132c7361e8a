import { Trans, useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { Button } from './button.js';
import { Dialog, DialogActions } from './dialog.js';

/** Asks before a page is left on which something was entered and not saved. */
export function Leaving({ unsaved }: { unsaved: () => boolean }) {
  const { t } = useLingui();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: unsaved,
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Dialog title={t`Leave without saving?`} onClose={reset}>
      <p>
        <Trans>What you entered here is not saved yet. It is lost when you leave.</Trans>
      </p>
      <DialogActions>
        <Button onClick={proceed}>
          <Trans>Leave without saving</Trans>
        </Button>
        <Button kind="primary" autoFocus onClick={reset}>
          <Trans>Stay</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
