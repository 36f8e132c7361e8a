import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, graphql } from '../data/graphql.js';
import { problemOfSending } from '../data/problem.js';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { ErrorPanel } from '../ui/states.js';
import type { HiveRow } from './apiary-data.js';
import { moveQueen } from './assign-queens.js';
import styles from './apiaries.module.css';

const HEADED = graphql(`
  query HivesHeaded($queenId: ID!) {
    hives(first: 1, filter: { queenId: $queenId }) {
      nodes {
        id
        name
        updatedAt
        apiary {
          id
          name
        }
      }
    }
  }
`);

interface HeadedHiveProps {
  queenId: string;
  /** The hive to which the queen can move; absent if only her present hive is shown. */
  to?: HiveRow;
  onMoved: () => void;
}

/** Links to the hive that a queen already heads, and offers to move her or to exchange the queens. */
export function HeadedHive({ queenId, to, onMoved }: HeadedHiveProps) {
  const { t } = useLingui();
  const { data: hive } = useQuery({
    queryKey: ['hive-headed', queenId],
    queryFn: async ({ signal }) => (await ask(HEADED, { queenId }, signal)).hives.nodes[0] ?? null,
    staleTime: 0,
  });
  const move = useMutation({
    mutationFn: moveQueen,
    onSuccess: (_, { exchangedFor }) => {
      announce(exchangedFor == null ? t`The queen is moved.` : t`The queens are exchanged.`);
      onMoved();
    },
  });
  if (!hive) return null;
  const { id, name, apiary } = hive;
  const hash = `hive-${id}`;
  const exchanged = to?.queen;
  const former = exchanged?.name;
  return (
    <>
      <p>
        {apiary ? (
          <Trans>
            She heads the hive{' '}
            <Link to="/apiaries/$id" params={{ id: apiary.id }} hash={hash} translate="no">
              {name}
            </Link>{' '}
            at <span translate="no">{apiary.name}</span>.
          </Trans>
        ) : (
          <Trans>
            She heads the hive{' '}
            <Link to="/apiaries" hash={hash} translate="no">
              {name}
            </Link>
            , which is at no apiary.
          </Trans>
        )}
      </p>
      {move.isError && <ErrorPanel error={problemOfSending(move.error)} />}
      {to && (
        <div className={styles.moves}>
          {exchanged && (
            <Button
              kind="primary"
              busy={move.isPending}
              onClick={() => move.mutate({ queenId, from: hive, to, exchangedFor: exchanged.id })}
            >
              <Trans>
                Exchange: {former} goes to hive {name}
              </Trans>
            </Button>
          )}
          <Button busy={move.isPending} onClick={() => move.mutate({ queenId, from: hive, to })}>
            {exchanged ? (
              <Trans>Move her; {former} then heads no hive</Trans>
            ) : (
              <Trans>Move her; hive {name} then has no queen</Trans>
            )}
          </Button>
        </div>
      )}
    </>
  );
}
