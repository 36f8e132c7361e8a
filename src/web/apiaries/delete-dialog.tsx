import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { asProblem, type Problem } from '../data/problem.js';
import { notice } from '../data/query-client.js';
import { Button } from '../ui/button.js';
import { Dialog, DialogActions } from '../ui/dialog.js';
import { ErrorPanel } from '../ui/states.js';

interface DeleteDialogProps {
  title: string;
  /** What is lost. */
  children: ReactNode;
  onDelete: () => Promise<void>;
  onClose: () => void;
  /** What stands in the way, as links. */
  obstacles: ReactNode;
}

/** Asks once; what stands in the way is named, to be looked at. */
export function DeleteDialog({ title, children, onDelete, onClose, obstacles }: DeleteDialogProps) {
  const { t } = useLingui();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await onDelete();
    } catch (error) {
      notice(error);
      setProblem(asProblem(error));
      setBusy(false);
    }
  }
  if (problem?.code === 'CONFLICT') {
    return (
      <Dialog title={t`This cannot be deleted yet`} onClose={onClose}>
        <div role="alert">
          <p>
            <Trans>Something refers to it. Delete or change that first.</Trans>
          </p>
        </div>
        <div onClick={(event) => event.target instanceof Element && event.target.closest('a') && onClose()}>
          {obstacles}
        </div>
        <DialogActions>
          <Button autoFocus onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {problem && <ErrorPanel error={problem} />}
      <p>{children}</p>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="danger" icon={<Trash2 aria-hidden="true" />} busy={busy} onClick={() => void remove()}>
          <Trans>Delete</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
