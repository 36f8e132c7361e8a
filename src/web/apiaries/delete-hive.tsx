import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, graphql } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';
import { announce } from '../ui/announce.js';
import { DeleteDialog } from '../ui/delete-dialog.js';
import { NAMED_QUEEN, QueenName } from '../ui/queen-name.js';
import { Loaded } from '../ui/states.js';
import type { HiveRow } from './apiary-data.js';
import styles from './apiaries.module.css';

const DELETE_HIVE = graphql(`
  mutation DeleteHive($id: ID!) {
    deleteHive(id: $id) {
      id
    }
  }
`);

const EVALUATIONS = graphql(
  `
    query EvaluationsOfHive($id: ID!) {
      evaluations(first: 20, filter: { hiveId: $id }) {
        totalCount
        nodes {
          id
          year
          queen {
            ...NamedQueen
          }
        }
      }
    }
  `,
  [NAMED_QUEEN],
);

export function DeleteHiveDialog({ hive: { id, name }, onClose }: { hive: HiveRow; onClose: () => void }) {
  const { t } = useLingui();
  async function remove(): Promise<void> {
    await ask(DELETE_HIVE, { id });
    announce(t`Hive ${name} is deleted.`);
    // Removes the row before the dialog closes, so that the dialog does not return the focus to a button that no longer
    // exists.
    await refresh();
    onClose();
  }
  return (
    <DeleteDialog
      title={t`Delete hive ${name}?`}
      onDelete={remove}
      onClose={onClose}
      obstacles={() => <EvaluationsOfHive id={id} />}
    >
      <p>
        <Trans>The hive is deleted permanently. Its queen stays.</Trans>
      </p>
    </DeleteDialog>
  );
}

function EvaluationsOfHive({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['evaluationsOfHive', id],
    queryFn: async ({ signal }) => (await ask(EVALUATIONS, { id }, signal)).evaluations,
    staleTime: 0,
  });
  return (
    <Loaded query={query}>
      {({ nodes, totalCount }) => (
        <>
          <h3>
            <Plural value={totalCount} one="# evaluation" other="# evaluations" />
          </h3>
          <ul className={styles.list}>
            {nodes.map((evaluation) => (
              <li key={evaluation.id}>
                <Link to="/evaluations/$id" params={{ id: evaluation.id }}>
                  <Trans>Evaluation of {String(evaluation.year)}</Trans>
                </Link>{' '}
                {evaluation.queen && <QueenName queen={evaluation.queen} number="none" />}
              </li>
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}
