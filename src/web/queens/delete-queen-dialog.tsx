import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ask, graphql } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';
import { rest } from '../data/rest.js';
import { announce } from '../ui/announce.js';
import { DeleteDialog } from '../ui/delete-dialog.js';
import { NAMED_QUEEN, QueenName } from '../ui/queen-name.js';
import { useHere } from '../ui/sending.js';
import { Loaded } from '../ui/states.js';
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
  /** Called after the deletion, before the list of queens opens. */
  onDeleted?: () => void;
}

/** A dialog to confirm the deletion of a queen. The dialog links to the rows that prevent the deletion. */
export function DeleteQueenDialog({ id, onClose, onDeleted }: DeleteProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const here = useHere();
  const queen = useQuery({
    queryKey: ['queen-to-delete', id],
    queryFn: async ({ signal }) => (await ask(DELETED, { id }, signal)).queen,
  });
  const name = queen.data?.name ?? '';

  async function remove(): Promise<void> {
    const stillHere = here();
    await rest('DELETE', `/api/v1/queens/${encodeURIComponent(id)}`);
    onDeleted?.();
    announce(t`${name} is deleted.`);
    // Leaves the page before the refresh, because the page would request the deleted queen. Replaces the page in the
    // history, so that going back does not open the form of a deleted queen.
    if (stillHere()) await navigate({ to: '/queens', replace: true });
    void refresh();
  }

  const refusal = {
    title: t`She cannot be deleted yet`,
    words: (
      <Trans>
        Other records refer to her. Delete or change them first. If she is recorded twice, merge the two records.
      </Trans>
    ),
  };
  return (
    <DeleteDialog
      title={t`Delete this queen?`}
      submit={name ? t`Delete ${name}` : undefined}
      onDelete={remove}
      onClose={onClose}
      refusal={refusal}
      obstacles={(problem) => <Referrers id={id} problem={problem} />}
    >
      <Loaded query={queen} lines={2}>
        {(found) => found && <QueenName queen={found} link={false} />}
      </Loaded>
      <p>
        <Trans>Her breeding values and her original data are deleted too. This cannot be undone.</Trans>
      </p>
    </DeleteDialog>
  );
}
