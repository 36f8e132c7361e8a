import { Trans, useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { Button } from './button.js';
import { Dialog, DialogActions } from './dialog.js';

interface QuestionProps {
  onLeave: () => void;
  onStay: () => void;
}

/** Asks whether to discard unsaved input. The default button is "Stay". */
export function LeaveQuestion({ onLeave, onStay }: QuestionProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Leave without saving?`} onClose={onStay}>
      <p>
        <Trans>Your input on this page is not saved yet. It is lost when you leave.</Trans>
      </p>
      <DialogActions>
        <Button onClick={onLeave}>
          <Trans>Leave without saving</Trans>
        </Button>
        <Button kind="primary" autoFocus onClick={onStay}>
          <Trans>Stay</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface LeavingProps {
  unsaved: () => boolean;
  /** Whether the input is being saved. The user can then leave the page without losing input. */
  sending?: () => boolean;
}

/** Asks for confirmation when the user leaves a page with unsaved input. */
export function Leaving({ unsaved, sending }: LeavingProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => !sending?.() && unsaved(),
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  return status === 'blocked' ? <LeaveQuestion onLeave={proceed} onStay={reset} /> : null;
}
