import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { asProblem, type Problem } from '../data/problem.js';
import { handleSessionEnd } from '../data/query-client.js';
import { Button } from './button.js';
import { Dialog, DialogActions } from './dialog.js';
import { ErrorPanel } from './states.js';

interface DeleteDialogProps {
  title: string;
  /** A description of the data that will be lost. */
  children: ReactNode;
  /** A label that replaces "Delete". */
  submit?: string;
  onDelete: () => Promise<void>;
  onClose: () => void;
  /** Title and text if the deletion is prevented; a general text if absent. */
  refusal?: { title: string; words: ReactNode };
  /** Links to the rows that prevent the deletion. */
  obstacles: (refused: Problem) => ReactNode;
}

/** A dialog to confirm a deletion. If rows prevent the deletion, the dialog links to these rows. */
export function DeleteDialog({ title, children, submit, onDelete, onClose, refusal, obstacles }: DeleteDialogProps) {
  const { t } = useLingui();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await onDelete();
    } catch (error) {
      handleSessionEnd(error);
      setProblem(asProblem(error));
      setBusy(false);
    }
  }
  if (problem?.conflict) {
    return (
      // A separate dialog shows the obstacles, so that screen readers announce them and a button of this dialog gets
      // the focus.
      <Dialog key="refusal" title={refusal?.title ?? t`This cannot be deleted yet`} onClose={onClose}>
        <div role="alert">
          <p>{refusal?.words ?? <Trans>Other records refer to it. Delete or change them first.</Trans>}</p>
        </div>
        {/* A click on a link closes the dialog. If the user presses Enter, the browser sends a click. */}
        {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
        <div onClick={(event) => event.target instanceof Element && event.target.closest('a') && onClose()}>
          {obstacles(problem)}
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
    <Dialog key="question" title={title} onClose={onClose}>
      {problem && <ErrorPanel error={problem} />}
      {children}
      <DialogActions>
        <Button autoFocus blocked={busy} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="danger" icon={<Trash2 aria-hidden="true" />} busy={busy} onClick={() => void remove()}>
          {submit ?? t`Delete`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
