import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ask, graphql } from '../data/graphql.js';
import { asProblem, type Problem } from '../data/problem.js';
import { refresh } from '../data/query-client.js';
import { rest } from '../data/rest.js';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { Dialog, DialogActions } from '../ui/dialog.js';
import { NAMED_QUEEN, QueenName } from '../ui/queen-name.js';
import { ErrorPanel, Loaded } from '../ui/states.js';
import { Referrers } from './referrers.js';

const DELETED = graphql(
  `
    query QueenToDelete($id: ID!) {
      queen(id: $id) {
        ...NamedQueen
        name
      }
    }
  `,
  [NAMED_QUEEN],
);

interface DeleteProps {
  id: string;
  onClose: () => void;
  /** Called when she is gone, before the list of queens is shown. */
  onDeleted?: () => void;
}

/** Asks once whether a queen is to be deleted; what stands in the way is named, to be looked at. */
export function DeleteQueenDialog({ id, onClose, onDeleted }: DeleteProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const queen = useQuery({
    queryKey: ['queen-to-delete', id],
    queryFn: async ({ signal }) => (await ask(DELETED, { id }, signal)).queen,
  });
  const name = queen.data?.name ?? '';

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await rest('DELETE', `/api/v1/queens/${encodeURIComponent(id)}`);
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
      return;
    }
    onDeleted?.();
    announce(t`${name} is deleted.`);
    // First away from her pages, which would ask for her again.
    await navigate({ to: '/queens' });
    void refresh();
  }

  if (problem?.status === 409) {
    return (
      <Dialog title={t`She cannot be deleted yet`} onClose={onClose}>
        <p>
          <Trans>
            Something refers to her. Delete or change it first; if she is entered twice, merge the two records.
          </Trans>
        </p>
        <Referrers id={id} problem={problem} onFollow={onClose} />
        <DialogActions>
          <Button autoFocus onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog title={t`Delete this queen?`} onClose={onClose}>
      {problem && <ErrorPanel error={problem} />}
      <Loaded query={queen} lines={2}>
        {(found) => found && <QueenName queen={found} link={false} />}
      </Loaded>
      <p>
        <Trans>Her values and what files said of her go with her. This cannot be undone.</Trans>
      </p>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="danger" icon={<Trash2 aria-hidden="true" />} busy={busy} onClick={() => void remove()}>
          {name ? t`Delete ${name}` : t`Delete`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
