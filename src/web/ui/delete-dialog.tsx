import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { asProblem, type Problem } from '../data/problem.js';
import { notice } from '../data/query-client.js';
import { Button } from './button.js';
import { Dialog, DialogActions } from './dialog.js';
import { ErrorPanel } from './states.js';

interface DeleteDialogProps {
  title: string;
  /** What will be lost. */
  children: ReactNode;
  /** Label instead of "Delete". */
  submit?: string;
  onDelete: () => Promise<void>;
  onClose: () => void;
  /** Shown if something prevents the deletion; a general text if absent. */
  refusal?: { title: string; words: ReactNode };
  /** What prevents the deletion, as links. */
  obstacles: (refused: Problem) => ReactNode;
}

/** Asks once, and links to what prevents the deletion. */
export function DeleteDialog({ title, children, submit, onDelete, onClose, refusal, obstacles }: DeleteDialogProps) {
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
  if (problem?.conflict) {
    return (
      // A refusal is another dialog, so that it is announced and its first button gets the focus.
      <Dialog key="refusal" title={refusal?.title ?? t`This cannot be deleted yet`} onClose={onClose}>
        <div role="alert">
          <p>{refusal?.words ?? <Trans>Other records refer to it. Delete or change them first.</Trans>}</p>
        </div>
        {/* A link in the list leaves the page, also if Enter follows it: then the browser sends a click. */}
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
